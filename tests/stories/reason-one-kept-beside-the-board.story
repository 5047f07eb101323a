# Money: light plays wrong and pockets one of his checkers that could not be borne off.

rulebook: tournament
match: 3
profile: money
sensor: hall

wanted, light to throw: light 6(4) 4(2) 3(2) 2(2) | dark 6(5) 5(2) 3(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 22 20 19 6 4 3 2 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 2-1
    * light throws 2-1
light plays 6/5 4/bar
    board: not finished
light lifts 2
    board: in hand from 4 2, for light's tray
light puts beside the board
wait 1s
dice lifted
    to light: Light, one thing is not right yet. From point 4 to the bar is the wrong way: your checkers move towards your home and off the board, never back.
    board: ILLEGAL (wrong direction): light's bar to 4
    lights: light's bar illegal, 4 came from
wait 1s
