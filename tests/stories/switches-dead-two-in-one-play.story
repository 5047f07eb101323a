# Two switches die where the two checkers of one play arrive: the opponent denies what is asked first.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 4-3
    * opening throw: light 4, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
switch 1 of light's 20 dies
switch 1 of light's 10 dies
light plays 24/20 13/10
    board: 2 in hand from 24 13, for 21 20 10 9 6
    lights: 24 13 lifted, 21 20 10 9 6 destination, light's bar turn
dice lifted
    to light: Light, does a checker lie on top of another on point 24? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 24. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 24 doubt
wait 4s
press no
    to light: Light, one thing is not right yet. One of your checkers is missing: put it back at point 24.
    lights: 24 13 lifted, 21 20 10 9 6 destination, light's bar turn
press light
    to light: Light, one thing is not right yet. One of your checkers is missing: put it back at point 24.
wait 4s
press light
    to light: Light, does a checker lie on top of another on point 24? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 24. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 24 doubt
wait 4s
press no
    to light: Light, one thing is not right yet. One of your checkers is missing: put it back at point 24.
    lights: 24 13 lifted, 21 20 10 9 6 destination, light's bar turn
press light
    to light: Light, something is not right yet. One of your checkers is missing: put it back at point 24. Or do checkers lie on point 10 and on point 20 that I do not see? Then their switches are dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 20 10 doubt
wait 4s
press dark
    to both: Switches are dead on point 10 and on point 20 (as Light counts). Play on: I know now that checkers may lie there unseen.
    * light plays 24/20 13/10
    * light is done
    lights: dark's bar turn
