# A backgammon: dark still has one in light's home.

rulebook: tournament
match: 7
profile: casual
sensor: slots

wanted, light to throw: light 2 1 | dark 20 13(9) 6(5)
    board: DISTURBED: hand to 1, hand to 2, dark hand to 5, dark hand to 12 (9), dark hand to 19 (5), hand to light's tray (13)
    lights: 19 12 5 2 1 light's tray missing
set up
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 2 movable, light's bar turn
light plays 2/off 1/off
    board: complete: 2/off 1/off
    lights: light's tray complete, light's bar turn
press light
    * light plays 2/off 1/off
    * light is done
    * light wins a backgammon: 3; the score is 3-0
    board: DISTURBED: 20 checkers to be carried
    lights: 24 17 13 8 6 1 missing, 5 light's tray too many
