# Light on the bar plays other checkers, and lays the one on the bar beside the board.

rulebook: tournament
match: 3
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
dice 6-4
    * opening throw: light 6, dark 4: light begins
    lights: light's bar turn
light plays 24/14
    board: complete: 24/14
dice lifted
    * light plays 24/14
    * light is done
    lights: dark's bar turn
dice 6-2
    * dark throws 6-2
dark plays 24/18 13/11*
    board: complete: 24/18 13/11*
dice lifted
    * dark plays 24/18 13/11*
    * dark is done
    lights: light's bar turn
dice 5-3
    * light throws 5-3
light plays 13/8 13/10
    board: not finished
light lifts bar
    board: in hand from 20 13
light puts beside the board
dice lifted
    to light: Light, 2 things are not right yet. One of your checkers is missing: put it back at point 20. All your numbers are played: from point 13 to point 8 is one move too many.
    board: ILLEGAL (checkers missing, no die): 8 to 13, hand to 20
    lights: 8 illegal, 20 13 came from, light's bar turn
