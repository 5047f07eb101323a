# At the club an illegal play stands once the opponent has thrown, each having his own dice.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
light's die 5
dark's die 3
    * opening throw: light 5, dark 3: light begins
    lights: light's bar turn
light plays 13/9 6/3
    board: ILLEGAL (no die): 9 to 13
light's dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 9 is 4 pips, and no number you have left makes that.
    lights: 9 illegal, 13 came from, light's bar turn
# Dark does not mind, or does not see it.
dark's dice 6-4
    * light plays 13/9 6/3
    * light is done
    to light: Light, that play was not legal, but it stands. From point 13 to point 9 is 4 pips, and no number you have left makes that.
    * dark throws 6-4
    lights: dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
dark's dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
