# A switch is stuck closed: noticed, asked about, confirmed, named and worked around.

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
switch 3 of light's 7 sticks
    lights: light's bar turn
wait 1s
    to both: I see one checker too many on point 7 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    board: UNREADABLE 7
    lights: light's bar turn, 7 doubt
press light
    to light: Light, I see one checker too many on point 7. If it does not lie there, its switch sticks: press your button; otherwise take it away.
light plays 8/5 6/5
    to both: I see one checker too many on point 7 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    board: UNREADABLE 7
dice lifted
    to light: Light, I see one checker too many on point 7. If it does not lie there, its switch sticks: press your button; otherwise take it away.
dice 6-4
    to light: Light, I see one checker too many on point 7. If it does not lie there, its switch sticks: press your button; otherwise take it away.
dark plays 24/18 13/9
    board: UNREADABLE 7
dice lifted
    to light: Light, something has moved that I cannot explain. Please put it right. Carry a dark checker from point 5 to point 1, carry a light checker from point 5 to point 6, take a checker away from point 7 and carry a dark checker from point 16 to point 12.
    board: DISTURBED: dark 5 to 1, 5 to 6, 7 to hand, dark 16 to 12
    lights: 12 6 1 missing, 16 7 5 too many, light's bar turn
press dark
dice 5-2
    to light: Light, something has moved that I cannot explain. Please put it right. Carry a dark checker from point 5 to point 1, carry a light checker from point 5 to point 6, take a checker away from point 7 and carry a dark checker from point 16 to point 12.
light plays 13/8 13/11
    board: DISTURBED: dark 5 to 1, 5 to 6, 7 to hand, 8 to 13, dark 11 to 12, 16 to 13
    lights: 13 12 6 1 missing, 16 11 8 7 5 too many, light's bar turn
dice lifted
    to light: Light, something has moved that I cannot explain. Please put it right. There is 1 checker too many and 5 checkers are in the wrong place.
