# A beaver: by the graves rulebook with beavers, the doubled player doubles at once again.

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
light says beaver
    * light beavers to 4
    lights: dark's bar offer
press dark
    * dark takes at 4
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
press cube
    to light: Light, if you want to double, press your button.
    lights: light's bar confirm
press light
    * light doubles to 8
    lights: dark's bar offer
dark says beaver
    * dark beavers to 16
    lights: light's bar offer
press no
    to light: Light, if your answer is no, press your button.
    lights: light's bar confirm
wait 1s
press light
    to light: Light, are you sure? It can cost you the game. To drop, press your button once more; NO cancels, and then your button takes.
wait 1s
press light
    * light drops
    * dark wins by the drop: 8; the score is 0-8
    board: DISTURBED: dark 5 to 1, 5 to 6, 7 to 8, dark 16 to 12
    lights: 12 8 6 1 missing, 16 7 5 too many
