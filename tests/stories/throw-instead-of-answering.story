# Dark throws before light has answered his double.

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
press cube
    to dark: Dark, if you want to double, press your button.
    lights: dark's bar confirm
press dark
    * dark doubles to 2
    lights: light's bar offer
dice 6-5
    to light: Dark, that does not count before Light has answered. Light, your button takes, NO drops.
press light
    * light takes at 2
    lights: dark's bar turn
dice 6-5
    * dark throws 6-5
    lights: 24 13 8 movable, dark's bar turn
