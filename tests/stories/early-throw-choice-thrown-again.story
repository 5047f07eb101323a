# Who has thrown too early throws once more, before the first player has decided about his first throw.

match: 5
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
light's die 3
dark's die 1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5
    board: not finished
wait 1s
dark's dice 2-1
    to light: Dark threw before you had picked up the dice, Light. You decide: your button lets the throw stand, NO has it thrown again.
    lights: light's bar offer
wait 2s
light plays 6/5
    board: complete: 8/5 6/5
light's dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: light's bar offer
wait 2s
dark's dice 6-6
    to light: Dark threw before you had picked up the dice, Light. You decide: your button lets the throw stand, NO has it thrown again.
wait 1s
press light
    * dark throws 2-1
    lights: dark's bar turn
