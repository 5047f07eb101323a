# A cocked die: both are thrown again.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice cocked
    * light throws again
    to both: Cocked dice: Light and Dark, please throw again.
dice 4-1
    * opening throw: light 4, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/23 13/9
    board: complete: 24/23 13/9
    lights: 23 9 complete, light's bar turn
dice lifted
    * light plays 24/23 13/9
    * light is done
    lights: dark's bar turn
dice rolling
dice cocked
    * dark throws again
    to dark: Cocked dice: Dark, please throw again.
dice lifted
dice 6-3
    * dark throws 6-3
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/10
    board: complete: 24/18 13/10
    lights: 18 10 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/10
    * dark is done
    lights: light's bar turn
