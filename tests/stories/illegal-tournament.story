# In a tournament too an illegal play must be put right, until the opponent throws.

rulebook: tournament
match: 7
profile: tournament
sensor: slots

set up
    board: as it should be
    lights: none
light's die 3
dark's die 1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 13/11
    board: ILLEGAL (no die): 11 to 13
light's dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 11 is 2 pips, and no number you have left makes that.
    lights: 11 illegal, 13 came from, light's bar turn
light plays 11/13 6/5
    board: complete: 8/5 6/5
    lights: light's bar turn
light's dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dark's dice 5-2
    * dark throws 5-2
dark plays 13/8 13/10
    board: ILLEGAL (no die): 10 to 13
dark's dice lifted
    to dark: Dark, one thing is not right yet. From point 13 to point 10 is 3 pips, and no number you have left makes that.
    lights: 10 illegal, 13 came from, dark's bar turn
# He put 13/10 down with a two.
light's dice 6-4
    * dark plays 13/10 13/8
    * dark is done
    to dark: Dark, that play was not legal, but it stands. From point 13 to point 10 is 3 pips, and no number you have left makes that.
    * light throws 6-4
    lights: light's bar turn
light plays 24/14
    board: complete: 24/14
light's dice lifted
    * light plays 24/14
    * light is done
    lights: dark's bar turn
