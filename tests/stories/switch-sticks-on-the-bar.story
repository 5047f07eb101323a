# A switch of the bar sticks as the last checker leaves it.

rulebook: tournament
match: 3
sensor: p5
profile: club

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
dice 6-2
    * dark throws 6-2
dark plays 24/18 13/11*
    board: complete: 24/18 13/11*
dice lifted
    * dark plays 24/18 13/11*
    * dark is done
    lights: light's bar turn
switch 1 of light's bar sticks
wait 2s
dice 5-3
    * light throws 5-3
light plays bar/20 8/5
    board: not finished
dice lifted
    to light: Light, I see one checker too many on the bar. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    board: UNREADABLE light's bar
    lights: dark's bar offer, light's bar doubt
wait 2s
    to both: I see one checker too many on Light's half of the bar. If it lies there, please take it away; if it does not, its switch sticks.
press dark
    to both: A switch sticks on Light's half of the bar. Play on: I know now that it may show a checker too many.
    * light plays bar/20 8/5
    * light is done
    lights: dark's bar turn
