# A switch sticks under the own pile; whose checker it would be is not said.

rulebook: tournament
match: 3
sensor: slots
profile: casual

set up
    board: as it should be
    lights: none
dice 6-5
    * opening throw: light 6, dark 5: light begins
    lights: 24 13 8 movable, light's bar turn
light plays 24/13
    board: complete: 24/13; or in hand from 24, for 18 13
    lights: 24 lifted, 18 destination, 13 complete, light's bar turn
dice lifted
    * light plays 24/13
    * light is done
    lights: dark's bar turn
dice 4-3
    * dark throws 4-3
    lights: 24 13 8 6 movable, dark's bar turn
switch 3 of light's 13 sticks
dark plays 24/20 13/10
    board: complete: 24/20 13/10
    lights: 20 10 complete, dark's bar turn
dice lifted
    * dark plays 24/20 13/10
    * dark is done
    lights: light's bar turn
dice 6-6
    * light throws 6-6
    lights: 24 13 8 movable, light's bar turn
light plays 13/7(4)
    board: not finished
    lights: 24 13 8 7 movable, light's bar turn
dice lifted
    to light: Light, I see one checker too many on point 13. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    board: UNREADABLE 13 7
    lights: dark's bar offer, 13 doubt
