# Light throws the shared dice again with nothing moved: it is not taken for Dark's throw.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. Your numbers 5 and 3 can both be played, so both must be: look for a way to do it.
dice 6-4
    to light: Light, the 5 and 3 of the opening are your throw: play them.
light plays 13/8 6/3
    board: complete: 13/8 6/3
    lights: 8 3 complete, light's bar turn
dice lifted
    * light plays 13/8 6/3
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
