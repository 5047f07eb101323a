# One contact under each place cannot tell two plays apart: the play is told on the page.

rulebook: tournament
match: 3
profile: casual
sensor: single

set up
    board: as it should be
    lights: none
dice 4-2
    * opening throw: light 4, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/4 6/4
    board: either 8/6 8/4 or 8/4 6/4
    lights: 8 6 4 ambiguous, light's bar turn
wait 1s
told: 8/4 6/4
    * light plays 8/4 6/4
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
