# The doubler cancels the drop just as it is confirmed: the press does not take the double.

match: 5
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
wait 1s
dark says double
    * dark doubles to 2
    lights: light's bar offer
wait 2s
press no
    to light: Light, if your answer is no, press your button.
    lights: light's bar confirm
wait 1.2s
press no
    to light: Light, cancelled.
    lights: light's bar offer
wait 0.3s
press light
    to light: Light, Dark has doubled: your button takes, NO drops.
wait 2s
