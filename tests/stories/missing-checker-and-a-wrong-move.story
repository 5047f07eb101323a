# A checker of Dark's is missing beside a wrong move; nobody can see a sixth on a full pile.

rulebook: tournament
match: 3
sensor: hall
profile: club

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/4 6/5
    board: not finished
light lifts dark from 1
light puts beside the board
dice lifted
    to light: Light, 2 things are not right yet. One of your opponent's checkers is missing: put it back at point 1. From point 6 to point 4 is 2 pips, and no number you have left makes that.
    board: ILLEGAL (checkers missing, no die): 4 to 6, dark hand to 1
    lights: 4 illegal, 6 1 came from, light's bar turn
