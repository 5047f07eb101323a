# A checker that was borne off lies beside the board, which is no error; another one has come to the bar.

rulebook: tournament
match: 3
profile: casual
sensor: hall

wanted, light to throw: light 6(4) 4(2) 2(4) | dark 6(5) 5(2) 3(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 22 20 19 6 4 2 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 2-2
    * light throws 2-2
    lights: 6 4 2 movable, light's bar turn
light plays 2/off(3) 4/bar
    board: not finished
    lights: 4 lifted, 2 destination, light's bar turn
light lifts 2
    board: in hand from 4 2, for light's tray
    lights: 4 2 lifted, light's tray destination, light's bar turn
light puts beside the board
wait 1s
dice lifted
    to light: Light, one thing is not right yet. From point 4 to the bar is the wrong way: your checkers move towards your home and off the board, never back.
    board: ILLEGAL (wrong direction): light's bar to 4
    lights: light's bar illegal, 4 came from
