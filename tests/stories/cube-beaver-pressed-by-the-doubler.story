# The doubler presses the cube himself: the taker's button does not beaver by that.
rulebook: graves, beavers = on
match: stakes
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: light's bar turn
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
press cube
    to dark: Dark, if you want to double, press your button.
    lights: dark's bar confirm
wait 2s
press dark
    * dark doubles to 2
    lights: light's bar offer
press cube
    to light: Light, if you want to beaver, press your button. NO cancels, and then your button takes.
    lights: light's bar confirm
wait 2s
press light
    to light: Light, are you sure that you want to beaver? Then press your button once more; NO cancels, and then your button takes.
press no
    to light: Light, cancelled.
    lights: light's bar offer
wait 2s
press light
    * light takes at 2
    lights: dark's bar turn
