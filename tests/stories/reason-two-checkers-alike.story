# Two checkers make the same wrong move: the reason says that both are meant.
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
dark plays 13/3(2)
    board: not finished
press dark
    to dark: Dark, 2 things are not right yet. From point 13 to point 3 is 10 pips, and no number you have left makes that. This concerns 2 checkers.
    board: ILLEGAL (no die): 3 to 13
    lights: 3 illegal, 13 came from, dark's bar turn
dark plays 3/13
    board: ILLEGAL (no die): 3 to 13
press dark
    to dark: Dark, one thing is not right yet. From point 13 to point 3 is 10 pips, and no number you have left makes that.
