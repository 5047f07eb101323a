# A checker of Light's is shifted before Dark throws: that is not held against Dark's play.

rulebook: tournament
match: stakes
profile: money
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
light plays 13/12
    board: in hand from 12
dice 6-2
    * dark throws 6-2
dark plays 24/18 13/11
press dark
    to dark: Dark, does a checker lie on top of another on point 12? Then please lay them side by side. If not, something is not right yet. One of your opponent's checkers is missing: put it back at point 12. Or is it there, and I do not see it? Then its switch is dead: Light, press your button to confirm, or NO to deny.
    lights: light's bar offer, 12 doubt
light plays 12/13
    board: complete: 24/18 13/11
    lights: dark's bar turn
press dark
    * dark plays 24/18 13/11
    * dark is done
    lights: light's bar turn
