# A checker falls off the table.

rulebook: tournament
match: 3
profile: casual
sensor: counts

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
wait 1s
dice lifted
    to light: Light, does a checker lie on top of another on point 5? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 5 doubt
light lifts light from box
light puts 5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
