# The Crawford game: no doubling.

rulebook: tournament
match: 3
profile: casual
sensor: slots
score: 1-0

wanted, light to throw: light 1 | dark 1
    board: DISTURBED: hand to 1, dark hand to 24, hand to light's tray (14), dark hand to dark's tray (14)
    lights: 24 1 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 1 movable, light's bar turn
light plays 1/off
    board: complete: 1/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 1/off
    * light is done
    * light wins a game: 1; the score is 2-0
    board: DISTURBED: 29 checkers to be carried
    lights: 24 19 17 13 12 8 6 1 missing, light's tray dark's tray too many
set up
    * game 2
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
press cube
    to dark: Sorry, Dark. This is the Crawford game: no doubling.
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
