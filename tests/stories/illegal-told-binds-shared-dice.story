# The same with the pair that both use: nobody knows who threw, and the throw does not count.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: light's bar turn
light plays 13/9 6/3
    board: not finished
dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 9 is 4 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 9 to 13
    lights: 9 illegal, 13 came from, light's bar turn
dice 6-4
    to dark: Dark, that throw came too early and does not count: wait until Light has finished the turn, then throw again.
light plays 9/8
    board: complete: 13/8 6/3
    lights: light's bar turn
press light
    * light plays 13/8 6/3
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
dark plays 24/18 13/9
    board: complete: 24/18 13/9
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
