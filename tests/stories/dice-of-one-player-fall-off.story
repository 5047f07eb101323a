# Each player has his own dice, and some of them fall off the table.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
light's die 3
dark's die 1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
light's dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dark's dice fall off
wait 2s
one of dark's dice at rest 5
    to dark: Dark, I see only one die, a 5. Please throw both again.
wait 2s
dark's dice lifted
dark's dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
