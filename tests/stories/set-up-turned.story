# The colours are set up exchanged, as if light sat on the other side.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up: light 19(5) 17(3) 12(5) 1(2) | dark 19(5) 17(3) 12(5) 1(2)
    to both: The checkers are set up as if Light sat on the other side of the board. If that is how you sit, choose it under New match on the page, or set light_sits in the configuration. Otherwise exchange the colours.
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 8 6 1 too many
dice 3-1
    to both: The checkers are set up as if Light sat on the other side of the board. If that is how you sit, choose it under New match on the page, or set light_sits in the configuration. Otherwise exchange the colours.
press light
    to both: The checkers are set up as if Light sat on the other side of the board. If that is how you sit, choose it under New match on the page, or set light_sits in the configuration. Otherwise exchange the colours.
set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
