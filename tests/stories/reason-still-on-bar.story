# A checker on the bar must enter first.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light bar 24 13(5) 8(3) 6(5) | dark 24(2) 13(5) 8(3) 6(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 8 6 1 light's bar missing
set up
    lights: light's bar turn
dice 4-2
    * light throws 4-2
    lights: light's bar movable
light plays 8/4 6/4
    board: not finished
    lights: 8 6 lifted, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. You have a checker on the bar: until it has entered, no other may move.
    board: ILLEGAL (still on bar): 4 to 8, 4 to 6
    lights: 4 illegal, 8 6 came from, light's bar turn
light plays 4/8 4/6
    board: as it should be
    lights: light's bar movable
light plays bar/21 6/4
    board: complete: bar/21 6/4
    lights: 21 4 complete, light's bar turn
dice lifted
    * light plays bar/21 6/4
    * light is done
    lights: dark's bar turn
