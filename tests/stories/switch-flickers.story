# A bad contact flickers when a checker comes down: nothing red, nothing lost.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
switch 1 of light's 7 flickers
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
