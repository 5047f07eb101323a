# A hit is taken back with the turn.

rulebook: tournament
match: 3
profile: solo
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 13/11
    board: complete: 24/18 13/11
    lights: 18 11 complete, light's bar turn
dice lifted
    * light plays 24/18 13/11
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 13/7* 8/7
    board: complete: 13/7* 8/7
    lights: 7 complete, dark's bar turn
dice lifted
    * dark plays 13/7* 8/7
    * dark is done
    lights: light's bar turn
press undo
    to dark: Dark, if you want to take back your last turn, press your button.
    lights: dark's bar confirm
press dark
    * dark wants the last turn taken back
    board: complete: 13/7* 8/7
    lights: 7 complete, dark's bar turn
dark lifts light from light's bar
    board: in hand from light's bar
    lights: light's bar lifted, dark's bar turn
dark lifts 7
    board: 2 in hand from 7 light's bar
    lights: 7 light's bar lifted, dark's bar turn
dark puts light on 7
    board: in hand from light's bar
    lights: light's bar lifted, dark's bar turn
dark puts dark on 13
    board: not finished
    lights: dark's bar turn
dark plays 7/8
    board: as it should be
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/23 13/7*
    board: complete: 24/23 13/7*
    lights: 23 7 complete, dark's bar turn
dice lifted
    * dark plays 24/23 13/7*
    * dark is done
    lights: light's bar turn
