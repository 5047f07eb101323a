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
    board: not finished
wait 2s
    board: UNREADABLE 8 6 5
    lights: light's bar turn, 8 6 5 doubt
light plays 6/5
    board: not finished
    lights: 24 13 8 6 5 movable, light's bar turn
wait 1s
wait 1s
    board: UNREADABLE 8 5
    lights: light's bar turn, 8 5 doubt
dice lifted
    to light: Light, I see one checker too many on point 8. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 8 doubt
press dark
    to both: A switch sticks on point 8 (as Light counts). Play on: I know now that it may show a checker too many.
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice lifted
