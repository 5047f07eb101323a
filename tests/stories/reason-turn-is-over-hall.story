# A player changes his play after the turn.

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
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
light plays 5/6 8/7
    to dark: Dark, one thing is not right yet. Your opponent's turn is over and the play stands as it was recorded: put the checkers back as that play left them. It is your turn.
    board: ILLEGAL (turn is over): light 19 to 20, light 18 to 17
    lights: 19 18 illegal, 20 17 came from, dark's bar turn
wait 1s
light plays 7/8 6/5
    board: as it should be
    lights: dark's bar turn
dice 6-2
    * dark throws 6-2
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/16
    board: complete: 24/16
    lights: 16 complete, dark's bar turn
dice lifted
    * dark plays 24/16
    * dark is done
    lights: light's bar turn
