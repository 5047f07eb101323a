# The opponent throws what was thrown before, while the camera has yet to see the play.

rulebook: tournament
match: 3
profile: casual
sensor: camera

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
light's hand over 8, 6, 5
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
press light
dice 3-1
hands away
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 2s
    * light plays 8/5 6/5
    * light is done
    * dark throws 3-1
    lights: 24 13 8 6 movable, dark's bar turn
