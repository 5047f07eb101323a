# The computer's play is made wrongly: another play, and an illegal one.

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
computer chooses 8/5 6/5
    lights: light's bar turn, 8 6 computer, 5 computer to
light plays 24/23 13/10
    board: complete: 24/23 13/10
    lights: light's bar turn, 23 10 8 6 computer, 24 13 5 computer to
dice lifted
    to light: Light has chosen another play. Please move as the lamps show.
light plays 10/13 23/24
    board: as it should be
    lights: light's bar turn, 8 6 computer, 5 computer to
light plays 8/5 6/4
    board: ILLEGAL (no die): 4 to 6
    lights: 4 illegal, 6 came from, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that.
light plays 4/5
    board: complete: 8/5 6/5
    lights: light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
