# Dark moves before he throws.

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
dark plays 13/8
    board: not finished
wait 2s
    board: ILLEGAL (moved before throw): 8 to 13
    lights: 8 illegal, 13 came from, dark's bar turn
dice 6-5
    * dark throws 6-5
    board: not finished
    lights: 24 13 8 movable, dark's bar turn
# Back where it came from, and once more.
dark plays 8/13
    board: as it should be
dice 6-5
dark plays 24/18 18/13
    board: complete: 24/13; or in hand from 18, for 13
    lights: 18 lifted, 13 complete, dark's bar turn
dice lifted
    * dark plays 24/13
    * dark is done
    lights: light's bar turn
