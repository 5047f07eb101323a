# In a tournament too a play that was pointed out must be put right, whoever throws meanwhile.

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
    board: not finished
light's dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 11 is 2 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 11 to 13
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
    board: not finished
dark's dice lifted
    to dark: Dark, one thing is not right yet. From point 13 to point 10 is 3 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 10 to 13
    lights: 10 illegal, 13 came from, dark's bar turn
# He put 13/10 down with a two.
light's dice 6-4
    to dark: Dark, one thing is not right yet. From point 13 to point 10 is 3 pips, and no number you have left makes that.
    to light: Light, your throw of 6 and 4 counts as soon as Dark has finished the turn.
dark plays 10/11
    board: complete: 13/11 13/8
    lights: dark's bar turn
wait 3s
    * dark plays 13/11 13/8
    * dark is done
    * light throws 6-4
    lights: light's bar turn
light plays 24/14
    board: not finished
light's dice lifted
    to light: Light, one thing is not right yet. The checker you hit on point 14 belongs on the bar: put it there.
    board: ILLEGAL (hit checker not on bar): dark 14 to dark's bar
    lights: 14 illegal, dark's bar came from, light's bar turn
