# A switch dies under a checker that nobody touches.

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
switch 2 of dark's 13 dies
    board: in hand from 13
wait 1s
dice 6-4
    * dark throws 6-4
    board: in hand from 13, for 9 7 3
    lights: 13 lifted, 9 7 3 destination, dark's bar turn
dark plays 24/18 13/9
    board: in hand from 13
    lights: 13 lifted, dark's bar turn
dice lifted
    to dark: Dark, does a checker lie on top of another on point 13? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 13. Or is it there, and I do not see it? Then its switch is dead: Light, press your button to confirm, or NO to deny.
    lights: light's bar offer, 13 doubt
press light
    to both: A switch is dead on point 12 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
dice 6-3
    * light throws 6-3
    lights: 24 13 8 6 5 movable, light's bar turn
light plays 24/15
    board: complete: 24/15
    lights: 15 complete, light's bar turn
dice lifted
    * light plays 24/15
    * light is done
    lights: dark's bar turn
