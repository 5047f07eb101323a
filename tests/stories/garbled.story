# A device talks nonsense: it is told, and nothing else happens.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice talks nonsense
    to both: A device sent something that I cannot read (dice: nonsense).
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
