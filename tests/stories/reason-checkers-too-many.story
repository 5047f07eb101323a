# Two switches stick at once: more is seen than one switch explains.

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
switch 5 of light's 8 sticks
    board: not finished
switch 4 of light's 7 sticks
light plays 8/5 6/5
dice lifted
    to light: Light, 2 things are not right yet. There is one too many of your checkers: take one away at point 7. There is one too many of your opponent's checkers: take one away at point 8.
    board: ILLEGAL (checkers too many): 7 to hand, dark 8 to hand
    lights: 8 7 illegal, light's bar turn
switch 5 of light's 8 is mended
    lights: light's bar turn
wait 1s
    to both: I see one checker too many on point 7 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    board: ILLEGAL (checkers too many): 7 to hand
    lights: 7 illegal, light's bar turn
dice lifted
    to light: Light, I see one checker too many on point 7. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 7 doubt
press dark
    to both: A switch sticks on point 7 (as Light counts). Play on: I know now that it may show a checker too many.
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
