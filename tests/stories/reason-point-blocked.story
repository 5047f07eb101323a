# Dark holds the point.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 4-3
    * opening throw: light 4, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
# Both stops on the way are open, but dark has three on the point.
light plays 24/17
    board: not finished
    lights: 24 lifted, 21 20 destination, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. You cannot move from point 24 to point 17: your opponent holds point 17 with two or more checkers.
    board: ILLEGAL (point blocked): 17 to 24
    lights: 17 illegal, 24 came from, light's bar turn
light plays 17/24 24/20 13/10
    board: complete: 24/20 13/10
    lights: 20 10 complete, light's bar turn
dice lifted
    * light plays 24/20 13/10
    * light is done
    lights: dark's bar turn
