# Only one die is seen of a throw.

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
dark's die 6
    to dark: Dark, I see only one die, a 6. Please throw both again.
dark's dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
