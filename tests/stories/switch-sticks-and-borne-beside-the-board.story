# A checker borne off lies beside the board, and a switch elsewhere sticks.

rulebook: tournament
match: 3
profile: club
sensor: hall

wanted, light to throw: light 6(5) 5(4) 4(4) 2(2) | dark 6(5) 5(4) 4(4) 2(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 23 21 20 19 6 5 4 2 missing
set up
    lights: light's bar turn
switch 4 of light's 4 sticks
dice 6-1
    * light throws 6-1
light lifts 6
    board: in hand from 6, for 5 light's tray
light puts beside the board
light plays 4/3
    board: not finished
dice lifted
    to light: Light, one thing is not right yet. From point 6 to point 3 is 3 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 3 to 6
    lights: 3 illegal, 6 came from, light's bar turn
press dark
dice lifted
    to light: Light, something is not right yet. From point 6 to point 3 is 3 pips, and no number you have left makes that. Or do I see a checker on point 4 that is not there? Then its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 4 doubt
press dark
    to both: A switch sticks on point 4 (as Light counts). Play on: I know now that it may show a checker too many.
    * light plays 6/off 4/3
    * light is done
    lights: dark's bar turn
dice lifted
press dark
    to dark: Dark, please throw first.
