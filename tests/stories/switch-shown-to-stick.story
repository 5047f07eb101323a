# A stuck switch is shown: everything is taken off the point, and put back.

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
light plays 8/5 6/5
    board: not finished
    lights: 24 13 8 6 5 movable, light's bar turn
dice lifted
    to light: Light, I see one checker too many on point 8. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    board: UNREADABLE 8 5
    lights: dark's bar offer, 8 doubt
light lifts 8
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
light lifts 8
    board: in hand from 8
    lights: 8 lifted, light's bar turn
wait 1s
light puts 8
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
light puts 8
    lights: light's bar turn
wait 1s
    to both: A switch sticks on point 8 (as Light counts). Play on: I know now that it may show a checker too many.
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
switch 3 of light's 8 is mended
    to both: The switch on point 8 (as Light counts) works again.
wait 1s
