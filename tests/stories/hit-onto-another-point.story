# The hit checker is laid on another point, as if it had been moved.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up
    board: as it should be
    lights: none
dice 6-4
    * opening throw: light 6, dark 4: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, light's bar turn
dice lifted
    * light plays 24/18 13/9
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    lights: 24 13 8 6 movable, dark's bar turn
dark lifts 13
    board: in hand from 13, for 7 6
    lights: 13 lifted, 7 6 destination, dark's bar turn
dark lifts light from 7
    board: 2 in hand from 13 7, for 6
    lights: 13 7 lifted, 6 destination, dark's bar turn
dark puts dark on 7
    board: in hand from light's bar
    lights: light's bar lifted, dark's bar turn
dark puts light on 9
    board: not finished
dark plays 8/7
dice lifted
    to dark: Dark, one thing is not right yet. The checker you hit on point 7 belongs on the bar: put it there.
    board: ILLEGAL (hit checker not on bar): light 9 to light's bar
    lights: 9 illegal, light's bar came from, dark's bar turn
dark lifts light from 9
    board: in hand from light's bar
    lights: light's bar lifted, dark's bar turn
dark puts light on light's bar
    board: complete: 13/7* 8/7
    lights: 7 complete, dark's bar turn
wait 1s
dice lifted
    * dark plays 13/7* 8/7
    * dark is done
    lights: light's bar turn
