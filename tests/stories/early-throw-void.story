# By the graves rulebook a throw before the opponent has picked up his dice does not count.

rulebook: graves
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
    lights: light's bar turn
dark's dice 6-4
    to dark: Dark, that throw came too early and does not count: wait until Light has finished the turn, then throw again.
light's dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dark's dice 5-2
    * dark throws 5-2
    lights: 24 13 8 6 movable, dark's bar turn
