# The colours are set up exchanged, as if light sat on the other side.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up: light 19(5) 17(3) 12(5) 1(2) | dark 19(5) 17(3) 12(5) 1(2)
    to light: Light, the checkers are set up as if Light sat on the other side of the board. If that is how you sit, press your button; if not, press NO. Both of you are asked.
    board: DISTURBED: 30 checkers to be carried
    lights: light's bar offer
dice 3-1
    to light: Light, the checkers are set up as if Light sat on the other side of the board. If that is how you sit, press your button; if not, press NO. Both of you are asked.
press light
    to dark: Dark, the checkers are set up as if Light sat on the other side of the board. If that is how you sit, press your button; if not, press NO. Both of you are asked.
    lights: dark's bar offer
set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
