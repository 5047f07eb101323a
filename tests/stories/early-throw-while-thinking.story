# Half the play is made, light thinks, and dark throws: the throw waits.

rulebook: tournament
match: 3
profile: tournament
sensor: slots

set up
    board: as it should be
    lights: none
light's die 3
dark's die 1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5
    board: not finished
wait 5s
dark's dice 6-4
    to dark: Dark, your throw of 6 and 4 counts as soon as Light has finished the turn.
wait 2s
light plays 6/5
    board: complete: 8/5 6/5
light's dice lifted
    * light plays 8/5 6/5
    * light is done
    * dark throws 6-4
    lights: dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
dark's dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
