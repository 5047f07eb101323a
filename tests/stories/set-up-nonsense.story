# A position that cannot be.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
wanted, dark to throw: light 6(5) | dark 19(5)
    to both: That does not fit the match as it is now: please look at the board and the lamps, and try again.
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
