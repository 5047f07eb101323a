# A scale shows four for ever; it is asked about once, although it is right now and then.

rulebook: tournament
match: 3
profile: club
sensor: counts

set up
    board: as it should be
    lights: none
dice 4-1
    * opening throw: light 4, dark 1: light begins
    lights: light's bar turn
light plays 24/20 6/5
    board: complete: 24/20 6/5
dice lifted
    * light plays 24/20 6/5
    * light is done
    lights: dark's bar turn
switch 1 of light's 6 sticks
dice 6-5
    * dark throws 6-5
dark plays 24/13
    board: complete: 24/13
dice lifted
    * dark plays 24/13
    * dark is done
    lights: light's bar turn
dice 6-2
    * light throws 6-2
light plays 24/18 8/6
    board: in hand from 8, for 6
dice lifted
    to light: Light, does a checker lie on top of another on point 6? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 2 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 6 doubt
wait 1s
press light
    to light: Light, does a checker lie on top of another on point 6? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 2 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
press dark
    to both: A switch is dead on point 6 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 24/18 8/6
    * light is done
    lights: dark's bar turn
dice 5-2
    * dark throws 5-2
dark plays 13/6
    board: complete: 13/6
dice lifted
    * dark plays 13/6
    * dark is done
    lights: light's bar turn
dice 3-1
    * light throws 3-1
light plays 18/15 6/5
    board: complete: 18/15 6/5
dice lifted
    * light plays 18/15 6/5
    * light is done
    lights: dark's bar turn
dice 4-3
    * dark throws 4-3
dark plays 13/6
    board: complete: 13/6
dice lifted
    * dark plays 13/6
    * dark is done
    lights: light's bar turn
dice 5-3
    * light throws 5-3
light plays 13/8 6/3
    board: complete: 13/8 6/3
dice lifted
    * light plays 13/8 6/3
    * light is done
    lights: dark's bar turn
