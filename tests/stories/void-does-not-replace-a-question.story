# While another question waits, nobody declares a throw void: an early throw would be thrown again.

match: 3
sensor: slots
profile: casual, early_throw = opponent

set up
    board: as it should be
    lights: none
light's die 3
dark's die 1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dark's dice 6-5
    to light: Dark threw before you had picked up the dice, Light. You decide: your button lets the throw stand, NO has it thrown again.
    lights: 5 complete, light's bar offer
wait 2s
dark says void
    to both: Sorry, Light and Dark. That is not possible now.
wait 2s
light says no
    to dark: Dark, that throw came too early and does not count: wait until Light has finished the turn, then throw again.
    lights: 5 complete, light's bar turn
dark's dice 6-6
    to light: Dark threw before you had picked up the dice, Light. You decide: your button lets the throw stand, NO has it thrown again.
    lights: 5 complete, light's bar offer
wait 1s
light says yes
    * light plays 8/5 6/5
    * light is done
    * dark throws 6-6
    lights: 24 13 8 movable, dark's bar turn
