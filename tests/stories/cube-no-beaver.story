# No beavers by the tournament rules.

rulebook: tournament
match: 7
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
light says beaver
    to light: Sorry, Light. Beavers are not allowed here.
press light
    * light takes at 2
    lights: dark's bar turn
