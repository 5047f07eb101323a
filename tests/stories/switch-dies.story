# A switch dies in the middle of a game: the opponent is asked, confirms it, and play goes on.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
switch 2 of light's 5 dies
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: in hand from 6, for 5
    lights: 6 lifted, 5 destination, light's bar turn
dice lifted
    to light: Light, does a checker lie on top of another on point 5? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 5 doubt
press dark
    to both: A switch is dead on point 5 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
dice 4-2
    * light throws 4-2
    lights: 24 13 8 6 5 movable, light's bar turn
light plays 8/4 6/4
    board: complete: 8/4 6/4
    lights: 4 complete, light's bar turn
dice lifted
    * light plays 8/4 6/4
    * light is done
    lights: dark's bar turn
