# There is nothing to take back.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
press undo
    to light: Sorry, Light. There is nothing to take back.
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
press undo
    to light: Sorry, Light. There is nothing to take back.
