# In a tournament nobody has the lamps help him.

rulebook: tournament
match: 3
profile: tournament
sensor: slots

set up
    board: as it should be
    lights: none
light's die 3
dark's die 1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light says hints destinations
    to light: Sorry, Light. The help from the lamps cannot be changed in this match.
light lifts 8
    board: in hand from 8, for 7 5 4
