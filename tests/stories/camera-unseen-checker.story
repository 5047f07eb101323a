# A camera that does not see a checker asks for it, and does not speak of switches.

rulebook: tournament
match: 3
profile: casual
sensor: camera

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 5
    lights: 6 lifted, 5 destination, light's bar turn
light puts box
dice lifted
wait 1s
    to light: Light, does a checker lie on top of another on point 5? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then, Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 5 doubt
press dark
    to both: I take your word for what lies on point 5 (as Light counts). Play on: I know now that a checker may lie there that I do not see.
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
wait 1s
