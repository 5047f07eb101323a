# Dark adds a checker to his pile in light's turn, and lifts the others: that alone proves nothing.

match: 3
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
dark fetches a dark checker of another set
dark puts 8
    board: not finished
press light
wait 2s
    to both: I see one checker too many on point 17 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    to light: Light, I see one checker too many on point 17. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    board: UNREADABLE 17
    lights: dark's bar offer, 17 doubt
dark lifts 8, 8, 8
    board: 2 in hand from 17
    lights: light's bar turn
wait 2s
dark puts 8, 8, 8
wait 2s
    board: UNREADABLE 17
    lights: light's bar turn, 17 doubt
press light
    to light: Light, I see one checker too many on point 17. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 17 doubt
wait 2s
press dark
    to light: Light, Dark says that all is right, but I see something else on point 17. If it is right there, press your button, and I take your word for it.
    lights: light's bar offer, 17 doubt
wait 2s
press no
    to light: Light, one thing is not right yet. There is one too many of your opponent's checkers: take one away at point 17.
    board: ILLEGAL (checkers too many): dark 17 to hand
    lights: 17 illegal, light's bar turn
