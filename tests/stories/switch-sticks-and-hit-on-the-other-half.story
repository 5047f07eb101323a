# A hit checker lies on the hitter's half of the bar, and a switch elsewhere sticks.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-4
    * opening throw: light 6, dark 4: light begins
    lights: light's bar turn
light plays 24/14
    board: complete: 24/14
dice lifted
    * light plays 24/14
    * light is done
    lights: dark's bar turn
switch 1 of dark's 4 sticks
    board: not finished
dice 6-2
    * dark throws 6-2
    board: UNREADABLE 4
    lights: dark's bar turn, 4 doubt
dark plays 24/18
    board: not finished
    lights: dark's bar turn
dark lifts light from 11
    board: not finished
dark puts light on dark's bar
    board: not finished
dark plays 13/11
dice lifted
    to dark: Dark, I see one checker too many on point 4. Please take it away. If it is not there, its switch sticks: Light, press your button to confirm, or NO to deny.
    board: UNREADABLE 4
    lights: light's bar offer, 4 doubt
press light
    to both: A switch sticks on point 21 (as Light counts). Play on: I know now that it may show a checker too many.
    * dark plays 24/18 13/11*
    * dark is done
    lights: light's bar turn
dice lifted
press light
    to light: Light, please throw first.
