# A play is tried, taken back and played another way, as often as one likes.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/7 8/7
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
light plays 7/13 7/8
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 6/5
    board: complete: 24/18 6/5
    lights: 18 5 complete, light's bar turn
light plays 18/24 5/6
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/7 8/7
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
dice lifted
    * light plays 13/7 8/7
    * light is done
    lights: dark's bar turn
