# Dark declines a question about a scale that shows nothing; what is put right there is not seen.

rulebook: tournament
match: 3
profile: club
sensor: counts

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
switch 1 of light's 5 dies
light plays 8/5 6/5
    board: 2 in hand from 8 6, for 7 5 4 3 2
light lifts 5
light puts beside the board
press light
    to light: Light, something is not right yet. 2 of your checkers are missing: put them back at point 8 and point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 5 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 5 doubt
press no
    to light: Light, 3 things are not right yet. 2 of your checkers are missing: put them back at point 8 and point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it.
    lights: light's bar turn
light lifts light from box
light puts 5
press light
    to light: Light, 3 things are not right yet. 2 of your checkers are missing: put them back at point 8 and point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it.
press light
    to light: Light, something is not right yet. 2 of your checkers are missing: put them back at point 8 and point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 5 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 5 doubt
press dark
    to both: A switch is dead on point 5 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
