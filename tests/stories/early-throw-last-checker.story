# The opponent throws early, but the game is over.

rulebook: tournament
match: 3
profile: tournament
sensor: slots

wanted, light to throw: light 2 1 | dark 6(2) 1
    board: DISTURBED: hand to 1, hand to 2, dark hand to 19 (2), dark hand to 24, hand to light's tray (13), dark hand to dark's tray (12)
    lights: 24 19 2 1 light's tray dark's tray missing
set up
    lights: light's bar turn
light's dice 2-1
    * light throws 2-1
light plays 2/off
    board: complete: 2/off
light lifts 1
    board: in hand from 1, for light's tray
dark's dice 6-4
    to dark: Dark, your throw of 6 and 4 counts as soon as Light has finished the turn.
light puts off
    board: complete: 2/off 1/off
wait 1s
light's dice lifted
    * light plays 2/off 1/off
    * light is done
    * light wins a game: 1; the score is 1-0
    board: DISTURBED: 27 checkers to be carried
    lights: 24 19 17 13 12 8 6 1 missing, light's tray dark's tray too many
