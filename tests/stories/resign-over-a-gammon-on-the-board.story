# A resignation of one game comes when the last checker is off: the gammon on the board counts.

match: 5
sensor: slots
profile: club

wanted, light to throw: light 3 1 | dark 6(5) 8 3(5) 4(4)
    board: DISTURBED: 30 checkers to be carried
    lights: 22 21 19 17 3 1 light's tray missing
set up: light 3 1 | dark 6(5) 8 3(5) 4(4)
    lights: light's bar turn
dice 3-1
    * light throws 3-1
light plays 3/off 1/off
    board: complete: 3/off 1/off
dark says resign a game
    * dark offers to resign a game
    lights: light's bar offer
wait 1s
dice lifted
    * light refuses and plays on
    * light plays 3/off 1/off
    * light is done
    * light wins a gammon: 2; the score is 2-0
    board: DISTURBED: 24 checkers to be carried
    lights: 24 17 13 12 8 6 1 missing, 22 21 light's tray too many
wait 1s
press light
    * game 2
wait 2s
