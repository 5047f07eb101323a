# A lone checker stands on a dead switch when a position is set up.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(5) 8(3) 13(5) 24 23 | dark 6(5) 8(3) 13(5) 24(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 19 17 13 12 8 6 1 missing
switch 1 of light's 23 dies
set up: light 6(5) 8(3) 13(5) 24 23 | dark 6(5) 8(3) 13(5) 24(2)
    to both: Nearly set up: I do not see a checker on point 23 (as Light counts). If one lies there, its switch is dead: press your button; otherwise put the checker down.
    board: in hand from 23
    lights: 23 missing
press light
    to dark: Dark, Light says that all is right, but I see something else on point 2. If it is right there, press your button, and I take your word for it.
    lights: 23 doubt
press dark
    to both: A switch is dead on point 23 (as Light counts). Play on: I know now that a checker may lie there unseen.
    lights: light's bar turn
dice 5-3
    * light throws 5-3
    lights: 24 23 13 8 6 movable, light's bar turn
