# The stuck switch is on 5; light moves four checkers off 6 by double one, and takes two back.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(5) 8(3) 13(5) 24(2) | dark 6(5) 8(3) 13(5) 24(2)
set up
    lights: light's bar turn
dice 1-1
    * light throws 1-1
    lights: 24 8 6 movable, light's bar turn
light plays 6/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
switch 4 of light's 5 sticks
wait 2s
light plays 6/5(3)
    board: complete: 6/5(4)
    lights: 5 complete, light's bar turn
wait 2s
light plays 5/6(2)
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
wait 2s
    board: UNREADABLE 6 5
    lights: light's bar turn, 6 5 doubt
light plays 8/7(2)
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
wait 2s
    to both: I see one checker too many on point 5 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    board: UNREADABLE 5
    lights: light's bar turn, 5 doubt
dice lifted
    to light: Light, I see one checker too many on point 5. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 5 doubt
wait 2s
press light
    to light: Light, I see one checker too many on point 5. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
wait 2s
