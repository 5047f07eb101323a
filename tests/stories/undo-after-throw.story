# The opponent has thrown and moved when the turn before is taken back: all goes back.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: light's bar turn
light plays 13/7 24/23
    board: complete: 24/23 13/7
dice lifted
    * light plays 24/23 13/7
    * light is done
    lights: dark's bar turn
dice 5-5
    * dark throws 5-5
dark plays 13/3(2)
    board: complete: 13/3(2)
light says undo
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: dark's bar offer
dark says yes
    * dark agrees to take it back
    board: DISTURBED: dark 22 to 12 (2)
    lights: 12 missing, 22 too many, light's bar turn
dark plays 3/13
    board: DISTURBED: dark 22 to 12
dark plays 3/13
    board: complete: 24/23 13/7
    lights: light's bar turn
light plays 23/24 8/7
    board: complete: 13/7 8/7
dice lifted
    * light plays 13/7 8/7
    * light is done
    lights: dark's bar turn
