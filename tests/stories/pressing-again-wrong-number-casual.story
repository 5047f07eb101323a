# Pressing again buys nothing: a 2 instead of a 4 (casual).

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-4
    * opening throw: light 6, dark 4: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 8/6
    board: in hand from 8, for 4
    lights: 8 lifted, 4 destination, light's bar turn
press light
    to light: Light, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 4 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 4 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 4 doubt
wait 1s
press light
    to light: Light, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 4 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 4 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
wait 1s
press light
    to light: Light, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 4 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 4 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
wait 1s
dice lifted
    to light: Light, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 4 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 4 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
light says yes
    to light: Light, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 4 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 4 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
wait 1s
