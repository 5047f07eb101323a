# The stuck switch is really a checker: a spare one has been put on the board.

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
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
switch 3 of dark's 7 sticks
    board: not finished
wait 3s
    board: UNREADABLE 13 7
    lights: dark's bar turn, 13 7 doubt
press no
switch 3 of dark's 7 is mended
    board: as it should be
    lights: 24 13 8 6 movable, dark's bar turn
wait 1s
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
