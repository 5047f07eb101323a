# Dark doubles before light has picked up his dice: the play was finished, and counts.

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
press cube
    to dark: Dark, if you want to double, press your button.
    lights: 5 complete, dark's bar confirm
press dark
    * light plays 8/5 6/5
    * light is done
    * dark doubles to 2
    lights: light's bar offer
press light
    * light takes at 2
    lights: dark's bar turn
