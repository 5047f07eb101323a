# A hit checker lies on the hitter's half of the bar, and a switch elsewhere is dead.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-4
    * opening throw: light 6, dark 4: light begins
    lights: light's bar turn
light plays 24/14
    board: complete: 24/14
dice lifted
    * light plays 24/14
    * light is done
    lights: dark's bar turn
switch 1 of dark's 18 dies
dice 6-2
    * dark throws 6-2
dark plays 24/18
    board: in hand from 24, for 22 18 16
dark lifts light from 11
    board: 2 in hand from 24 11, for 22 18 16
dark puts light on dark's bar
    board: in hand from 24, for 18
dark plays 13/11
dice lifted
    to dark: Dark, something is not right yet. One of your checkers is missing: put it back at point 24. Your numbers 6 and 2 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 18 that I do not see? Then its switch is dead: Light, press your button to confirm, or NO to deny.
    lights: light's bar offer, 18 doubt
press light
    to both: A switch is dead on point 7 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * dark plays 24/18 13/11*
    * dark is done
    lights: light's bar turn
