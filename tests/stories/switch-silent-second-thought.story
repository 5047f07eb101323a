# Dark says that no switch is dead, and then sees that the checker lies there after all.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
switch 2 of light's 5 dies
light plays 8/5 6/5
    board: in hand from 6, for 5
    lights: 6 lifted, 5 destination, light's bar turn
press light
    to light: Light, does a checker lie on top of another on point 5? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 5 doubt
press no
    to light: Light, 2 things are not right yet. One of your checkers is missing: put it back at point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it.
    lights: 6 lifted, 5 destination, light's bar turn
press dark
wait 3s
dark says yes
    to both: A switch is dead on point 5 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
