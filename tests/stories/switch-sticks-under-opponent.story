# A switch sticks as a checker leaves it.

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
switch 3 of light's 8 sticks
light plays 8/5
    to both: I see one checker too many on point 5 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    board: UNREADABLE 5
    lights: light's bar turn, 5 doubt
wait 2s
light plays 6/5
    to both: I see one checker too many on point 5 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    board: UNREADABLE 5
wait 1s
dice lifted
    to light: Light, I see one checker too many on point 5. If it does not lie there, its switch sticks: press your button; otherwise take it away.
press light
    to both: A switch sticks on point 5 (as Light counts). Play on: I know now that it may show a checker too many.
    to light: Light, one thing is not right yet. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it.
    board: not finished
    lights: 24 13 8 6 5 movable, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it.
