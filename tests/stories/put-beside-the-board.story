# A player lays a checker beside the board while he thinks, and the other takes a hit checker away.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 13
    board: complete: 13/6; or in hand from 13, for 7 6
    lights: 13 lifted, 7 destination, 6 complete, light's bar turn
light puts beside the board
wait 3s
light lifts from beside the board
light puts 7
    board: not finished
    lights: 24 8 7 6 movable, light's bar turn
light plays 8/7
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
dice lifted
    * light plays 13/7 8/7
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/14
    board: complete: 24/14
    lights: 14 complete, dark's bar turn
dice lifted
    * dark plays 24/14
    * dark is done
    lights: light's bar turn
dice 5-2
    * light throws 5-2
    lights: 24 13 8 7 6 movable, light's bar turn
light lifts dark from 11
    board: in hand from 11
    lights: 11 lifted, light's bar turn
light puts dark beside the board
light plays 13/11 13/8
    board: in hand from dark's bar
    lights: dark's bar lifted, light's bar turn
wait 1s
light presses done
    to light: Light, something is not right yet. The checker you hit on point 11 belongs on the bar: put it there. Or does a checker lie on Dark's half of the bar that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer
light lifts from beside the board
light puts dark on dark's bar
    board: complete: 13/11* 13/8
    lights: 11 8 complete, light's bar turn
wait 1s
light presses done
    * light plays 13/11* 13/8
    * light is done
    lights: dark's bar turn
