# The opponent throws before the camera has seen the illegal play that he could have had retaken.
profile: money
match: stakes
sensor: camera

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/4 6/5
    board: not finished
light's hand over 8, 7, 6, 5, 4
    board: as it should be
dice lifted
wait 2s
dice 6-5
hands away
wait 2s
    * light plays 8/5 6/4
    * light is done
    * dark throws 6-5
    to light: Light, that play was not legal, but it stands. From point 6 to point 4 is 2 pips, and no number you have left makes that.
    lights: dark's bar turn
dark plays 24/13
    board: complete: 24/13
dice lifted
