# A finished turn is taken back only if both agree.

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
light says undo
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: dark's bar offer
light says yes
    to light: Sorry, Light. Your opponent must answer that, not you.
dark says no
    * dark does not agree to take it back
    lights: dark's bar turn
light says undo
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: dark's bar offer
press dark
    * dark agrees to take it back
    board: complete: 24/23 13/7
    lights: light's bar turn
light plays 23/24 8/7
    board: complete: 13/7 8/7
dice lifted
    * light plays 13/7 8/7
    * light is done
    lights: dark's bar turn
dice 4-2
    * dark throws 4-2
