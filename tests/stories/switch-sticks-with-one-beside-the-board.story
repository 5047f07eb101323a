# A scale keeps its count while a checker that was borne off lies beside the board.

rulebook: tournament
match: 3
profile: club
sensor: counts

wanted, light to throw: light 6(5) 5(4) 4(4) 2(2) | dark 6(5) 5(4) 4(4) 2(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 23 21 20 19 6 5 4 2 missing
set up
    lights: light's bar turn
dice 4-2
    * light throws 4-2
light lifts 4
    board: in hand from 4, for 2 light's tray
light puts beside the board
light plays 2/off
    board: in hand from 2, for 4 light's tray
dice lifted
    * light plays 4/off 2/off
    * light is done
    lights: dark's bar turn
switch 1 of dark's 6 sticks
dice 6-1
    * dark throws 6-1
dark plays 6/off 2/1
    board: not finished
dice lifted
    to dark: Dark, one thing is not right yet. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it.
wait 2s
press dark
    to dark: Dark, something is not right yet. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or do I see a checker on point 6 that is not there? Then its switch sticks: Light, press your button to confirm, or NO to deny.
    lights: light's bar offer, 6 doubt
press light
    to both: A switch sticks on point 19 (as Light counts). Play on: I know now that it may show a checker too many.
    * dark plays 6/off 2/1
    * dark is done
    lights: light's bar turn
