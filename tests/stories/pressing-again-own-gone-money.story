# Pressing again buys nothing: a checker of one's own is taken off the board (money).

rulebook: tournament
match: 3
profile: money
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: light's bar turn
light plays 13/7
    board: not finished
light lifts 8
    board: in hand from 8, for 7
light puts box
wait 1s
press light
    to light: Light, does a checker lie on top of another on point 7? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 7 doubt
wait 1s
press light
    to light: Light, does a checker lie on top of another on point 7? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
wait 1s
press light
    to light: Light, does a checker lie on top of another on point 7? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
wait 1s
dice lifted
    to light: Light, does a checker lie on top of another on point 7? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
light says yes
    to light: Light, does a checker lie on top of another on point 7? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
wait 1s
