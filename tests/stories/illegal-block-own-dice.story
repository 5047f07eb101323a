# Casual play: the dice are up, the play is illegal, and the opponent throws: once it is right that counts.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
light's die 5
dark's die 3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/9 6/3
    board: not finished
    lights: 13 lifted, 8 destination, light's bar turn
light's dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 9 is 4 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 9 to 13
    lights: 9 illegal, 13 came from, light's bar turn
dark's dice 6-4
    to light: Light, one thing is not right yet. From point 13 to point 9 is 4 pips, and no number you have left makes that.
    to dark: Dark, your throw of 6 and 4 counts as soon as Light has finished the turn.
light plays 9/8
    board: complete: 13/8 6/3
    lights: 8 3 complete, light's bar turn
wait 3s
    * light plays 13/8 6/3
    * light is done
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dark's dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
