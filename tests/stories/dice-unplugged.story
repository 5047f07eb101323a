# The dice cannot be heard any more, and come back.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice unplugged
    to both: I cannot reach the dice. Is everything plugged in?
dice plugged in
    to both: I can reach everything again.
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
