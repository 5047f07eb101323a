# The last play of a match is taken back while the checkers still lie there.

rulebook: tournament
match: 1
profile: solo
sensor: slots

wanted, light to throw: light 2 1 | dark 6(2) 1
    board: DISTURBED: hand to 1, hand to 2, dark hand to 19 (2), dark hand to 24, hand to light's tray (13), dark hand to dark's tray (12)
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
    * light wins a game: 1; the score is 1-0
    * light wins the match
    board: DISTURBED: 27 checkers to be carried
    lights: 24 19 17 13 12 8 6 1 missing, light's tray dark's tray too many
press undo
    to light: Light, if you want to take back your last turn, press your button.
    lights: 24 19 17 13 12 8 6 1 missing, light's tray dark's tray too many, light's bar confirm
wait 1s
press light
    * light wants the last turn taken back
    board: complete: 2/off 1/off
    lights: light's tray complete, light's bar turn
light plays off/1 off/2
    board: as it should be
    lights: 2 1 movable, light's bar turn
light plays 2/off 1/off
    board: complete: 2/off 1/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 2/off 1/off
    * light is done
    * light wins a game: 1; the score is 1-0
    * light wins the match
    board: DISTURBED: 27 checkers to be carried
    lights: 24 19 17 13 12 8 6 1 missing, light's tray dark's tray too many
