# A throw instead of an answer repeats what the button would do now.
match: 3

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
dark says double
    * dark doubles to 2
    lights: light's bar offer
wait 1s
press no
    to light: Light, if your answer is no, press your button.
    lights: light's bar confirm
wait 1.5s
light presses done
    to light: Light, are you sure? It can cost you the game. To drop, press your button once more; NO cancels, and then your button takes.
wait 1.5s
dice 6-1
    to light: Light, are you sure? It can cost you the game. To drop, press your button once more; NO cancels, and then your button takes.
press no
    to light: Light, cancelled.
    lights: light's bar offer
wait 2s
light presses done
    * light takes at 2
    lights: dark's bar turn
