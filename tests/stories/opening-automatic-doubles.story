# By the trictrac rulebook each tie doubles the stake.

rulebook: trictrac
match: stakes
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-3
    * opening throw: light 3, dark 3: a tie, the cube is at 2
dice 5-5
    * opening throw: light 5, dark 5: a tie, the cube is at 4
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
