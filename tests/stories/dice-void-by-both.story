# Both players agree that a throw does not count.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
light says void
    to dark: Dark, Light wants this throw not to count. Your button agrees, NO lets it stand.
    lights: dark's bar offer
press no
    to dark: Dark, your throw of 6 and 4 stands.
    lights: dark's bar turn
both say void
    to dark: Dark, Light wants this throw not to count. Your button agrees, NO lets it stand.
    * dark throws again, as both agree
dice lifted
dice 5-2
    * dark throws 5-2
