# A double is four moves.

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
dice 3-3
    * dark throws 3-3
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/21(2) 13/10
    board: not finished
    lights: 21 13 10 8 6 movable, dark's bar turn
dice lifted
    to dark: Dark, one thing is not right yet. Your double is not played to the end: you have made 3 of 4 possible moves.
dark plays 13/10
    board: complete: 24/21(2) 13/10(2)
    lights: 21 10 complete, dark's bar turn
dice lifted
    * dark plays 24/21(2) 13/10(2)
    * dark is done
    lights: light's bar turn
