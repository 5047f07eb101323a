# A camera that is unplugged in trouble is in trouble no more when it is back.

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
camera is out of focus
    board: UNREADABLE
    to both: The camera picture is not sharp. Please focus the lens, or wipe it.
    lights: 24 13 12 1 light's bar dark's bar link lost
camera unplugged
    to both: I cannot reach the camera. Is everything plugged in?
hands away
camera plugged in
    to both: I can reach everything again.
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
wait 1s
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
wait 1s
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
