# Bearing off to the end of a game, and the next game.

rulebook: tournament
match: 5
profile: casual
sensor: slots

wanted, light to throw: light 2 1(2) | dark 6(2) 1
    board: DISTURBED: hand to 1 (2), hand to 2, dark hand to 19 (2), dark hand to 24, hand to light's tray (12), dark hand to dark's tray (12)
    lights: 24 19 2 1 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 2 1 movable, light's bar turn
light plays 2/off 1/off
    board: complete: 2/off 1/off
    lights: light's tray complete, light's bar turn
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
dice 4-3
    * light throws 4-3
    lights: 1 movable, light's bar turn
light plays 1/off
    board: complete: 1/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 1/off
    * light is done
    * light wins a game: 1; the score is 1-0
    board: DISTURBED: 28 checkers to be carried
    lights: 19 17 13 12 8 6 1 missing, 20 light's tray dark's tray too many
set up
    * game 2
    lights: none
dice 5-2
    * opening throw: light 5, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
