# A switch is stuck closed: the opponent is asked, confirms it, and play goes on.

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
    board: not finished
wait 3s
    board: UNREADABLE 8 7
    lights: light's bar turn, 8 7 doubt
light plays 8/5 6/5
    board: not finished
    lights: 24 13 8 7 6 movable, light's bar turn
wait 2s
    to both: I see one checker too many on point 7 (as Light counts). If it lies there, please take it away; if it does not, its switch sticks.
    board: UNREADABLE 7
    lights: light's bar turn, 7 doubt
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
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
dice 5-2
    * light throws 5-2
    lights: 24 13 8 6 5 movable, light's bar turn
light plays 13/8 13/11
    board: complete: 13/11 13/8
    lights: 11 8 complete, light's bar turn
dice lifted
    * light plays 13/11 13/8
    * light is done
    lights: dark's bar turn
