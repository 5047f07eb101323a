# The opening throw comes before the checkers are set up.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up: light 6(5) 8(3) 13(5) 24(2) | dark 6(4) 7 8(3) 13(5) 24(2)
    board: DISTURBED: dark 18 to 19
    lights: 19 missing, 18 too many
dice 6-2
    to both: First set up the checkers, then throw again. 1 checker is in the wrong place.
dark plays 7/6
    board: as it should be
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
