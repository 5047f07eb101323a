# A switch dies under a checker while the opponent is about to throw.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
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
switch 5 of light's 13 dies
    board: in hand from 12
wait 1s
press dark
dice 6-4
    * dark throws 6-4
    lights: 12 lifted, dark's bar turn
dark plays 24/14
dice lifted
    to dark: Dark, does a checker lie on top of another on point 12? Then please lay them side by side. If not, something is not right yet. One of your opponent's checkers is missing: put it back at point 12. Or is it there, and I do not see it? Then its switch is dead: Light, press your button to confirm, or NO to deny.
    lights: light's bar offer, 12 doubt
press light
    to dark: Dark, Light says that all is right, but I see something else on point 12. If it is right there, press your button, and I take your word for it.
    lights: dark's bar offer, 12 doubt
wait 2s
press dark
    to both: A switch is dead on point 13 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * dark plays 24/14
    * dark is done
    lights: light's bar turn
