# The dice of the wrong player.

rulebook: tournament
match: 3
profile: casual
sensor: slots

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
light's dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
light's dice 6-4
    to light: Light, it is Dark's turn to throw.
dark's dice 5-2
    * dark throws 5-2
    lights: 24 13 8 6 movable, dark's bar turn
# He throws once more, for it was not to his liking.
dark's dice 6-6
    to light: Light, the dice have been thrown again. Your button lets 6 and 6 count instead of the first throw, NO lets the first throw stand.
    lights: 24 13 8 6 movable, light's bar offer
dark plays 13/8 13/11
    board: complete: 13/11 13/8
    lights: 11 8 complete, dark's bar turn
dark's dice lifted
    * dark plays 13/11 13/8
    * dark is done
    lights: light's bar turn
