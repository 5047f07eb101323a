# A checker goes back.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 8/10
    board: not finished
    lights: 8 lifted, 6 destination, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. From point 8 to point 10 is the wrong way: your checkers move towards your home and off the board, never back.
    board: ILLEGAL (wrong direction): 10 to 8
    lights: 10 illegal, 8 came from, light's bar turn
light plays 10/8 13/11
    board: complete: 24/18 13/11
    lights: 18 11 complete, light's bar turn
dice lifted
    * light plays 24/18 13/11
    * light is done
    lights: dark's bar turn
