# No die makes that distance.

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
# Four pips, with a five and a three.
light plays 13/9
    board: not finished
    lights: 13 lifted, 10 8 5 destination, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 9 is 4 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 9 to 13
    lights: 9 illegal, 13 came from, light's bar turn
light plays 9/13
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/8 6/3
    board: complete: 13/8 6/3
    lights: 8 3 complete, light's bar turn
dice lifted
    * light plays 13/8 6/3
    * light is done
    lights: dark's bar turn
