# The table is knocked: several checkers have gone astray, and are put right.

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
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
table knocked: light 13/12, light 8/9, dark 24/23, dark 6/7, dark 8/9
    board: DISTURBED: 23 to 24, light 16 to 17, 9 to 8, 7 to 6, light hand to 12
    lights: 24 17 12 8 6 missing, 23 16 9 7 too many, dark's bar turn
light plays 12/13 9/8
    board: DISTURBED: 23 to 24, 9 to 8, 7 to 6
    lights: 24 8 6 missing, 23 9 7 too many, dark's bar turn
dark plays 23/24 7/6 9/8
    board: as it should be
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
