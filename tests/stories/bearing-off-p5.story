# Bearing off on a real board, whose trays feel nothing.

rulebook: tournament
match: 3
profile: casual
sensor: p5

wanted, light to throw: light 3 2 1(2) | dark 6(2) 1
    board: DISTURBED: hand to 1 (2), hand to 2, hand to 3, dark hand to 19 (2), dark hand to 24
    lights: 24 19 3 2 1 missing
set up
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 3 2 1 movable, light's bar turn
light plays 2/off 1/off
    board: complete: 2/off 1/off; or 2 in hand from 2 1, for light's tray
    lights: 2 1 lifted, light's tray complete, light's bar turn
dice lifted
    * light plays 2/off 1/off
    * light is done
    lights: dark's bar turn
dice 5-1
    * dark throws 5-1
    lights: 6 1 movable, dark's bar turn
dark plays 6/1 6/5
    board: complete: 6/5 6/1
    lights: 5 1 complete, dark's bar turn
dice lifted
    * dark plays 6/5 6/1
    * dark is done
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 3 movable, light's bar turn
light lifts 3
    board: in hand from 3, for light's tray
    lights: 3 lifted, light's tray destination, light's bar turn
light puts beside the board
light lifts 1
    board: complete: 3/off 1/off; or 2 in hand from 3 1, for light's tray
    lights: 3 1 lifted, light's tray complete, light's bar turn
light puts off
wait 1s
dice lifted
    * light plays 3/off 1/off
    * light is done
    * light wins a game: 1; the score is 1-0
    board: DISTURBED: 28 checkers to be carried
    lights: 19 17 13 12 8 6 1 missing, 20 too many
