# Casual play by the tournament rules: nothing goes on before the play is put right.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/9 6/3
    board: not finished
    lights: 13 lifted, 8 destination, light's bar turn
# Left like this for longer than hands rest in passing.
wait 2s
    board: ILLEGAL (no die): 9 to 13
    lights: 9 illegal, 13 came from, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 9 is 4 pips, and no number you have left makes that.
# The opponent throws all the same: his throw does not count.
dice 6-4
    to dark: Dark, that throw came too early and does not count: wait until Light has finished the turn, then throw again.
press light
    to light: Light, one thing is not right yet. From point 13 to point 9 is 4 pips, and no number you have left makes that.
light plays 9/8
    board: complete: 13/8 6/3
    lights: 8 3 complete, light's bar turn
press light
    * light plays 13/8 6/3
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
