# A checker of another set lies on the board before the game; one player says that a switch sticks.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
light fetches a light checker of another set
light puts 7
    lights: 7 too many
wait 3s
    to both: Nearly set up: I see one checker too many on point 7 (as Light counts). If it does not lie there, its switch sticks: press your button; otherwise take it away.
    board: DISTURBED: 7 to hand
dice 3-1
    to both: First set up the checkers, then throw again. There is 1 checker too many.
    to both: Nearly set up: I see one checker too many on point 7 (as Light counts). If it does not lie there, its switch sticks: press your button; otherwise take it away.
press light
    to dark: Dark, Light says that all is right, but I see something else on point 18. If it is right there, press your button, and I take your word for it.
    lights: 7 doubt
press no
    to light: Light, cancelled.
    lights: 7 too many
wait 2s
dice 3-1
    to both: First set up the checkers, then throw again. There is 1 checker too many.
    to both: Nearly set up: I see one checker too many on point 7 (as Light counts). If it does not lie there, its switch sticks: press your button; otherwise take it away.
light lifts 7
    board: as it should be
    lights: none
light puts beside the board
wait 1s
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
