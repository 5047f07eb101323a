# Among friends a finished turn is taken back if the opponent agrees.

rulebook: tournament
match: 3
profile: casual
sensor: colours

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/7 8/7
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
dice lifted
    * light plays 13/7 8/7
    * light is done
    lights: dark's bar turn
light says undo
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: dark's bar offer
dark says no
    * dark does not agree to take it back
    lights: dark's bar turn
light says undo
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: dark's bar offer
dark says yes
    * dark agrees to take it back
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
light plays 7/13 7/8
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
