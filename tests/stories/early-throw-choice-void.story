# At the club the player who was not finished chooses: it is thrown again.

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
light says no
    to dark: Dark, that throw came too early and does not count: wait until Light has finished the turn, then throw again.
    lights: light's bar turn
light plays 5/6 24/23
    board: complete: 24/23 8/5
light's dice lifted
    * light plays 24/23 8/5
    * light is done
    lights: dark's bar turn
dark's dice 5-2
    * dark throws 5-2
