# A dead and a stuck switch together look like a wrong move; who insists is asked in the end.

rulebook: tournament
match: 3
profile: club
sensor: p5

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
switch 1 of light's 5 dies
switch 2 of light's 4 sticks
    board: not finished
light plays 8/5 6/5
    board: not finished
dice lifted
    to light: Light, one thing is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 4 to 6
    lights: 4 illegal, 6 came from, light's bar turn
light presses done three times
    to light: Light, one thing is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that.
    to light: Light, one thing is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that.
    to light: Light, something is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that. Or do I see a checker on point 4 that is not there? Then its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 4 doubt
press dark
    to both: A switch sticks on point 4 (as Light counts). Play on: I know now that it may show a checker too many.
    to light: Light, does a checker lie on top of another on point 5? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    board: in hand from 6, for 8 5
    lights: dark's bar offer, 5 doubt
press dark
    to both: A switch is dead on point 5 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
