# A beaver by the cube's button; the first doubler drops.

rulebook: graves, beavers = on
match: stakes
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
    lights: light's bar turn
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
press cube
    to light: Light, if you want to beaver, press your button. NO cancels, and then your button takes.
    lights: light's bar confirm
wait 1s
press light
    to light: Light, are you sure that you want to beaver? Then press your button once more; NO cancels, and then your button takes.
wait 1s
press light
    * light beavers to 4
    lights: dark's bar offer
press no
    to dark: Dark, if your answer is no, press your button.
    lights: dark's bar confirm
wait 1s
press dark
    to dark: Dark, are you sure? It can cost you the game. To drop, press your button once more; NO cancels, and then your button takes.
wait 1s
press dark
    * dark drops
    * light wins by the drop: 2; the score is 2-0
    board: DISTURBED: 5 to 6, 5 to 8
    lights: 8 6 missing, 5 too many
