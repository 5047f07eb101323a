# The checkers are set up in a mirror, as if the homes were at the other end.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up: light 24(5) 13(2) 7(5) 5(3) | dark 24(5) 13(2) 7(5) 5(3)
    to light: Light, the checkers are set up as if the homes were at the other end of the board. If that is how you play, press your button; if not, press NO. Both of you are asked.
    board: DISTURBED: 22 checkers to be carried
    lights: light's bar offer
dice 3-1
    to light: Light, the checkers are set up as if the homes were at the other end of the board. If that is how you play, press your button; if not, press NO. Both of you are asked.
set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
