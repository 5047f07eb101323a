# At the club the player ends his turn instead of answering.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
light's die 3
dark's die 1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
dark's dice 6-4
    to light: Dark threw before you had picked up the dice, Light. You decide: your button lets the throw stand, NO has it thrown again.
    lights: light's bar offer
light's dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: light's bar offer
# The question still stands; it is light's, not dark's, to answer.
press dark
    to light: Dark threw before you had picked up the dice, Light. You decide: your button lets the throw stand, NO has it thrown again.
press light
    * dark throws 6-4
    lights: dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
dark's dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
