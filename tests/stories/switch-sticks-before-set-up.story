# A switch sticks before the first game: the set-up seems wrong.

rulebook: tournament
match: 3
profile: casual
sensor: slots

switch 1 of light's 7 sticks
    lights: 24 19 17 13 12 8 6 1 missing, 7 too many
set up
    to both: Nearly set up: I see one checker too many on point 7 (as Light counts). If it does not lie there, its switch sticks: press your button; otherwise take it away.
    board: DISTURBED: 7 to hand
    lights: 7 too many
dice 3-1
    to both: First set up the checkers, then throw again. There is 1 checker too many.
    to both: Nearly set up: I see one checker too many on point 7 (as Light counts). If it does not lie there, its switch sticks: press your button; otherwise take it away.
press light
    to dark: Dark, Light says that all is right, but I see something else on point 18. If it is right there, press your button, and I take your word for it.
    lights: 7 doubt
press dark
    to both: A switch sticks on point 7 (as Light counts). Play on: I know now that it may show a checker too many.
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
