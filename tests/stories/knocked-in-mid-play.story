# The table is knocked when half the play is made: the lamps lead to where it was, not to its beginning.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-1
    * opening throw: light 5, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/8
    board: not finished
    lights: 24 8 6 movable, light's bar turn
table knocked: light 24/23, light 8/9, dark 24/23, dark 6/7, dark 13/12
    board: DISTURBED: dark 2 to 1, 9 to 8, dark 13 to 12, dark 18 to 19
    lights: 19 12 8 1 missing, 18 13 9 2 too many, light's bar turn
light plays 23/24 9/8
    board: DISTURBED: dark 2 to 1, dark 8 to 12, dark 18 to 19
    lights: 19 12 1 missing, 18 8 2 too many, light's bar turn
dark plays 23/24
    board: DISTURBED: dark 8 to 12, dark 18 to 19
    lights: 19 12 missing, 18 8 too many, light's bar turn
dark plays 7/6 12/13
    board: not finished
    lights: 24 8 6 movable, light's bar turn
light plays 6/5
    board: complete: 13/8 6/5
    lights: 8 5 complete, light's bar turn
dice lifted
    * light plays 13/8 6/5
    * light is done
    lights: dark's bar turn
