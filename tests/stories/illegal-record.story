# Whatever is played stands, and only the record tells.

rulebook: tournament
match: stakes
profile: money, illegal_play = record
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: light's bar turn
light plays 13/9 6/3
    board: not finished
dice lifted
    * light plays 13/9 6/3
    * light is done
    lights: dark's bar turn
dark says challenge
    to dark: Sorry, Dark. There is no illegal play to challenge.
dice 6-4
    * dark throws 6-4
dark plays 24/20 13/7
    board: complete: 24/20 13/7
dice lifted
    * dark plays 24/20 13/7
    * dark is done
    lights: light's bar turn
