# A checker from the bar is entered in its own home, on the point that the die shows.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light bar 13(5) 8(3) 6(5) 24 | dark 24(2) 13(5) 8(3) 6(4) 18
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 8 7 6 1 light's bar missing
set up
    lights: light's bar turn
dice 4-3
    * light throws 4-3
    lights: light's bar movable
light lifts bar
    board: in hand from light's bar, for 22 21 18
    lights: light's bar lifted, 22 21 18 destination
light puts 4
    board: not finished
light plays 13/10
    board: not finished
    lights: 21 lifted, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. A checker from the bar enters in your opponent's home, on your points 24 to 19, and not in your own: take it from point 4 and enter it there.
    board: ILLEGAL (entered at home): 4 to light's bar
    lights: 4 illegal, light's bar came from
light plays 4/bar
    board: ILLEGAL (still on bar): 10 to 13
    lights: 10 illegal, 13 came from, light's bar turn
light plays bar/21
    board: complete: bar/21 13/10
    lights: 21 10 complete, light's bar turn
dice lifted
    * light plays bar/21 13/10
    * light is done
    lights: dark's bar turn
