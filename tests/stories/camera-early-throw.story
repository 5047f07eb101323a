# The opponent throws just when the player picks up his dice: his throw waits for the camera.

rulebook: tournament
match: 3
profile: tournament
sensor: camera

set up
    board: as it should be
    lights: none
light's die 6
dark's die 2
    * opening throw: light 6, dark 2: light begins
    lights: light's bar turn
light plays 24/18 13/11
    board: complete: 24/18 13/11
light's hand over 18, 17, 16
    board: not finished
light's dice lifted
dark's dice 5-3
hands away
    board: complete: 24/18 13/11
wait 1s
    * light plays 24/18 13/11
    * light is done
    * dark throws 5-3
    lights: dark's bar turn
