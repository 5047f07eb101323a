# Each player has his own dice: one die each for the opening throw, and a tie.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
light's die 4
dark's die 4
    * opening throw: light 4, dark 4: a tie
light's die 2
# Dark throws a pair too soon.
dark's dice 6-1
    to dark: To begin, each of you throws one die.
dark's die 5
    * opening throw: light 2, dark 5: dark begins
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 13/8 13/11
    board: complete: 13/11 13/8
    lights: 11 8 complete, dark's bar turn
dark's dice lifted
    * dark plays 13/11 13/8
    * dark is done
    lights: light's bar turn
light's dice 6-4
    * light throws 6-4
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, light's bar turn
light's dice lifted
    * light plays 24/18 13/9
    * light is done
    lights: dark's bar turn
