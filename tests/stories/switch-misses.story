# A checker is not felt until it is touched again.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
switch 2 of light's 7 misses
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/7 8/7
    board: in hand from 8, for 7
    lights: 8 lifted, 7 destination, light's bar turn
dice lifted
    to light: Light, does a checker lie on top of another on point 7? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 7 doubt
light lifts 7
light puts 7
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
wait 1s
dice lifted
    * light plays 13/7 8/7
    * light is done
    lights: dark's bar turn
