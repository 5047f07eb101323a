# By the parker rulebook the winner of the opening throw throws both dice anew.

rulebook: parker
match: stakes
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: light's bar turn
dice lifted
dice 4-3
    * light throws 4-3
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/20 13/10
    board: complete: 24/20 13/10
    lights: 20 10 complete, light's bar turn
dice lifted
    * light plays 24/20 13/10
    * light is done
    lights: dark's bar turn
