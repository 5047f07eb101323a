# Beside switches a camera may see nothing for a while: the switches tell.

rulebook: tournament
match: 3
profile: casual
sensor: slots and camera

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light's hand over 8, 7, 6, 5
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
wait 1s
