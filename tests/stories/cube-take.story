# A double, taken; the cube is dark's then, and dark redoubles.

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
press light
    * light takes at 2
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
# The cube is light's now; at once he doubles back.
press cube
    to light: Light, if you want to double, press your button.
    lights: light's bar confirm
press light
    * light doubles to 4
    lights: dark's bar offer
press dark
    * dark takes at 4
    lights: light's bar turn
dice 5-2
    * light throws 5-2
    lights: 24 13 8 6 5 movable, light's bar turn
light plays 13/8 13/11
    board: complete: 13/11 13/8
    lights: 11 8 complete, light's bar turn
dice lifted
    * light plays 13/11 13/8
    * light is done
    lights: dark's bar turn
light says double
    to light: Sorry, Light. It is your opponent's turn.
press cube
    to dark: Dark, if you want to double, press your button.
    lights: dark's bar confirm
press dark
    * dark doubles to 8
    lights: light's bar offer
dice 4-1
    to light: Dark, that does not count before Light has answered. Light, your button takes, NO drops.
