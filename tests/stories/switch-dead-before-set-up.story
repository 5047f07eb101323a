# A switch is dead before the first game: a checker seems to be missing.

rulebook: tournament
match: 3
profile: casual
sensor: slots

switch 2 of dark's 6 dies
set up
    to both: Nearly set up: I do not see a checker on point 19 (as Light counts). If one lies there, its switch is dead: press your button; otherwise put the checker down.
    board: in hand from 19
    lights: 19 missing
press dark
    to light: Light, Dark says that all is right, but I see something else on point 19. If it is right there, press your button, and I take your word for it.
    lights: 19 doubt
press light
    to both: A switch is dead on point 19 (as Light counts). Play on: I know now that a checker may lie there unseen.
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
