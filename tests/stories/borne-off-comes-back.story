# One of dark's checkers that was borne off finds its way back; the board does not feel its trays.

rulebook: tournament
match: 3
profile: casual
sensor: hall without trays

wanted, light to throw: light 6(2) 5(2) 4(2) | dark 6(2) 5(2) 4(2)
    board: DISTURBED: hand to 4 (2), hand to 5 (2), hand to 6 (2), dark hand to 19 (2), dark hand to 20 (2), dark hand to 21 (2)
    lights: 21 20 19 6 5 4 missing
set up
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 6 5 movable, light's bar turn
light plays 6/off 5/off
    board: complete: 6/off 5/off; or 2 in hand from 6 5, for 1 light's tray
    lights: 6 5 lifted, 1 destination, light's tray complete, light's bar turn
light lifts dark from dark's tray
light puts dark on dark's 3
    board: in hand from 6 5, for 1 light's tray
    lights: 6 5 lifted, 1 light's tray destination, light's bar turn
wait 1s
dice lifted
    to light: Light, one thing is not right yet. Your opponent's checker was moved from the tray to point 22: put it back.
    board: ILLEGAL (opponents checker moved): dark 22 to dark's tray
    lights: 22 illegal, dark's tray came from, light's bar turn
light lifts dark from dark's 3
    board: complete: 6/off 5/off; or 2 in hand from 6 5, for 1 light's tray
    lights: 6 5 lifted, 1 destination, light's tray complete, light's bar turn
light puts dark on dark's tray
wait 1s
dice lifted
    * light plays 6/off 5/off
    * light is done
    lights: dark's bar turn
