# A light checker of another set comes onto the board during a turn, and goes again.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dark fetches a light checker of another set
dark puts light on 20
    board: not finished
    lights: light's bar turn
wait 1s
light presses done
    to light: Light, I see one checker too many on point 5. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    board: UNREADABLE 5
    lights: dark's bar offer, 5 doubt
light lifts 5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
light puts beside the board
wait 1s
light presses done
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
