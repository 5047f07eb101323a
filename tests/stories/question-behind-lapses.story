# A question that waits behind a shared button lapses with the board, as any other.

rulebook: tournament
match: 3
profile: casual
sensor: single

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/23 13/7
    board: complete: 24/23 13/7
    lights: 23 7 complete, light's bar turn
dice lifted
    * light plays 24/23 13/7
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/23 13/7
    board: complete: 24/23 13/7
    lights: 23 7 complete, dark's bar turn
dice lifted
    * dark plays 24/23 13/7
    * dark is done
    lights: light's bar turn
dice 4-2
    * light throws 4-2
    lights: 24 23 13 8 7 6 movable, light's bar turn
light plays 8/4 6/4
    board: either 8/6 8/4 or 8/4 6/4
    lights: 8 6 4 ambiguous, light's bar turn
wait 1s
dice lifted
    to light: Light, several plays look like this, and the lamps show one of them. Your button takes it, NO shows the next.
    lights: 6 4 chosen, light's bar turn
press undo
    to dark: Dark, if you want to take back your last turn, press your button.
    lights: 8 6 4 ambiguous, dark's bar confirm
wait 2s
light plays 4/8
wait 2s
light plays 13/11
    board: complete: 13/11 8/4
    lights: 11 4 complete, dark's bar confirm
wait 2s
press no
    to dark: Dark, cancelled.
    lights: 11 4 complete, light's bar turn
wait 2s
press light
    * light plays 13/11 8/4
    * light is done
    lights: dark's bar turn
wait 3s
