# One checker is on the wrong point when the board is set up; no button makes that right.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up: light 6(5) 8(2) 7 13(5) 24(2) | dark 6(5) 8(3) 13(5) 24(2)
    board: DISTURBED: 7 to 8
    lights: 8 missing, 7 too many
press light
    to both: Nearly set up: I see one checker too few on point 8 and one too many on point 7 (as Light counts). Please put that right. If it is right already, two switches are faulty: press your button.
press dark
    to light: Light, Dark says that all is right, but I see something else on point 7 and on point 8. If all is right there, press your button, and I take your word for it.
    lights: 8 7 doubt
dice 5-3
    to both: First set up the checkers, then throw again. 1 checker is in the wrong place.
    to both: Nearly set up: I see one checker too few on point 8 and one too many on point 7 (as Light counts). Please put that right. If it is right already, two switches are faulty: press your button.
light plays 7/8
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
