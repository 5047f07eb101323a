# Lamps show where a lifted checker can go.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 8
    board: in hand from 8, for 7 5 4
    lights: 8 lifted, 7 5 4 destination, light's bar turn
light puts 7
    board: not finished
    lights: 24 13 8 7 6 movable, light's bar turn
wait 1s
light lifts 7
    board: in hand from 7, for 4
    lights: 7 lifted, 4 destination, light's bar turn
light puts 8
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
light lifts 8, 6
    board: 2 in hand from 8 6, for 7 5 4 3 2
    lights: 8 6 lifted, 7 5 4 3 2 destination, light's bar turn
light puts 5, 5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
