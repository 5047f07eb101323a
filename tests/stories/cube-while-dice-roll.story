# Dice that roll have been thrown: it is too late to double.

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
dice rolling
dark says double
    to dark: Sorry, Dark. You can double only on your own turn, before you throw.
dice 6-2
    * dark throws 6-2
    lights: 24 13 8 6 movable, dark's bar turn
