# A checker lies half on one point and half on the next.

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
light plays 8/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 5
    lights: 6 lifted, 5 destination, light's bar turn
light puts between 5 and 4, felt on 5 and 4
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
wait 3s
    to both: I see one checker too many on point 4 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    board: UNREADABLE 4
    lights: light's bar turn, 4 doubt
dice lifted
    to light: Light, I see one checker too many on point 4. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 4 doubt
light pushes it onto 5 from 4
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
