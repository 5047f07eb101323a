# A player who throws instead of answering plays on, and his throw counts.

rulebook: tournament
match: 3
profile: tournament
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
light says undo
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: dark's bar offer
dice 2-1
    * dark does not agree to take it back
    * dark throws 2-1
    lights: dark's bar turn
dark plays 13/11 6/5
    board: complete: 13/11 6/5
press dark
    * dark plays 13/11 6/5
    * dark is done
    lights: light's bar turn
