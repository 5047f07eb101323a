# A higher cube is of no use: it is told, and the player thinks again.

rulebook: tournament
match: 3
profile: casual
sensor: slots
score: 2-0
crawford: past

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
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
press cube
    to light: Light, if you want to double, press your button.
    lights: light's bar confirm
press light
    to light: Light, a higher cube cannot help you: it already wins the match. To double all the same, double once more.
    lights: light's bar turn
dice 5-2
    * light throws 5-2
    lights: 24 13 8 6 5 movable, light's bar turn
