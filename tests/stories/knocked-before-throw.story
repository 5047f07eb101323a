# The table is knocked between two turns.

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
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
table knocked: light 24/23, dark 13/12
    board: not finished
dice 4-2
    * dark throws 4-2
    board: ILLEGAL (opponents checker moved, no die): light 2 to 1, 6 to 13
    lights: 6 2 illegal, 13 1 came from, dark's bar turn
light plays 23/24
    board: in hand from 13, for 11 9 7
    lights: 13 lifted, 11 9 7 destination, dark's bar turn
dark plays 12/13
    board: as it should be
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 8/4 6/4
    board: complete: 8/4 6/4
    lights: 4 complete, dark's bar turn
dice lifted
    * dark plays 8/4 6/4
    * dark is done
    lights: light's bar turn
