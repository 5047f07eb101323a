# On a board with the sensor map p5 a checker is pushed to another slot of its point, before the throw and during a turn: nothing has happened.

rulebook: tournament
match: 3
profile: casual
sensor: p5

set up
    board: as it should be
    lights: none
light moves 8 to its next slot
wait 1s
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light moves 5 to its next slot
wait 1s
light moves 5 to slot 1
wait 1s
light plays 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dark moves 8 to its next slot
wait 1s
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
