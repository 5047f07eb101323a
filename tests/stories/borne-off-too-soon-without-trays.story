# A board that feels no trays: checkers borne off while a straggler is outside.

rulebook: tournament
match: 3
sensor: p5
profile: club

wanted, light to throw: light 8(1) 6(2) 5(3) 4(2) 3(2) off(5) | dark 6(5) 5(5) 4(4)
    board: DISTURBED: 24 checkers to be carried
    lights: 21 20 19 8 6 5 4 3 missing
set up
    lights: light's bar turn
wait 2s
dice 6-5
    * light throws 6-5
light plays 6/off 5/off
    board: 2 in hand from 6 5, for 1
dice lifted
    to light: Light, 2 things are not right yet. You cannot bear off from point 6 yet: first bring home your checkers on point 8. You cannot bear off from point 5 yet: first bring home your checkers on point 8.
