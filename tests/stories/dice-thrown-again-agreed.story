# A shared pair is thrown again with nothing moved, and the opponent agrees.

rulebook: graves
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: light's bar turn
light plays 13/8 6/3
    board: complete: 13/8 6/3
dice lifted
    * light plays 13/8 6/3
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
dice lifted
    to dark: Dark, one thing is not right yet. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it.
dice 6-4
    to light: Light, the dice have been thrown again. Your button lets 6 and 4 count instead of the first throw, NO lets the first throw stand.
    lights: light's bar offer
press light
    to dark: Dark, the dice have been thrown again. Your button lets 6 and 4 count instead of the first throw, NO lets the first throw stand.
    lights: dark's bar offer
press dark
    * dark throws again, as both agree
    * dark throws 6-4
    lights: dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
