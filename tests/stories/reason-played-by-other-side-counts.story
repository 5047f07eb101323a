# The opponent plays the other's throw.

rulebook: tournament
match: 3
profile: casual
sensor: counts

set up
    board: as it should be
    lights: none
dice 6-3
    * opening throw: light 6, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/15
    board: complete: 24/15
    lights: 15 complete, light's bar turn
dice lifted
    * light plays 24/15
    * light is done
    lights: dark's bar turn
dice 6-2
    * dark throws 6-2
    lights: 24 13 8 6 movable, dark's bar turn
light plays 24/18 13/11
    board: ILLEGAL (played by other side): light 14 to 12, light 7 to 1
    lights: 14 7 illegal, 12 1 came from, dark's bar turn
dice lifted
    to dark: Dark, one thing is not right yet. It is your throw, but your opponent has moved: put those checkers back, and play your throw.
light plays 18/24 11/13
    board: as it should be
    lights: 24 13 8 6 movable, dark's bar turn
wait 1s
dark plays 24/18 13/11
    board: complete: 24/18 13/11
    lights: 18 11 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/11
    * dark is done
    lights: light's bar turn
