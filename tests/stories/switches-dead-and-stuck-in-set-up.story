# A dead and a stuck switch make a set-up look wrong; both players may insist.

rulebook: tournament
match: 3
profile: club
sensor: slots

switch 1 of light's 13 dies
switch 2 of light's 7 sticks
    lights: 24 19 17 13 12 8 6 1 missing, 7 too many
set up
    board: DISTURBED: 7 to 13
    lights: 13 missing, 7 too many
press light
    to both: Nearly set up: I see one checker too few on point 13 and one too many on point 7 (as Light counts). Please put that right. If it is right already, two switches are faulty: press your button.
press light
    to dark: Dark, Light says that all is right, but I see something else on point 18 and on point 12. If all is right there, press your button, and I take your word for it.
    lights: 13 7 doubt
press dark
    to both: A switch is dead on point 13 (as Light counts). Play on: I know now that a checker may lie there unseen.
    to both: A switch sticks on point 7 (as Light counts). Play on: I know now that it may show a checker too many.
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
