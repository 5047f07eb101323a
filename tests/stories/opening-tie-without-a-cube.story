# A tie in the opening turns no cube where the rules have none.
rulebook: seaside
match: stakes
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-5
    * opening throw: light 5, dark 5: a tie
dice 6-5
    * opening throw: light 6, dark 5: light begins
    lights: 24 13 8 movable, light's bar turn
