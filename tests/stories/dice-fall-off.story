# Dice fall off the table, both or one, and are thrown again.

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
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice fall off
wait 2s
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/14
    board: complete: 24/14
    lights: 14 complete, dark's bar turn
dice lifted
    * dark plays 24/14
    * dark is done
    lights: light's bar turn
one die at rest 5
    to light: Light, I see only one die, a 5. Please throw both again.
wait 2s
dice lifted
dice 5-2
    * light throws 5-2
    lights: 24 13 8 6 5 movable, light's bar turn
