# The pair was picked up and thrown again between two looks.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-2
    * opening throw: light 5, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/11 13/8
    board: complete: 13/11 13/8
    lights: 11 8 complete, light's bar turn
dice rolling
    * light plays 13/11 13/8
    * light is done
    lights: dark's bar turn
dice nudged to 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
