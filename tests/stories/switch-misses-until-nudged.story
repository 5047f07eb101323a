# A switch misses a checker, and feels it once the checker is pushed a little.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
switch 1 of light's 5 misses
light plays 8/5
    board: in hand from 8, for 7 5 4
    lights: 8 lifted, 7 5 4 destination, light's bar turn
light nudges 5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light plays 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
light nudges 8, 6
wait 1s
light presses done
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
