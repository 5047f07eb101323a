# A checker is slid from point to point, resting here and there where it may not lie.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 13
    board: in hand from 13, for 10 8 5
    lights: 13 lifted, 10 8 5 destination, light's bar turn
light puts 12
light lifts light from 12
light puts 11
    board: not finished
light lifts 11
    board: in hand from 13, for 10 8 5
light puts 10
    board: not finished
    lights: 13 10 8 movable, light's bar turn
wait 1s
light lifts 10
    board: in hand from 10, for 5
    lights: 10 lifted, 5 destination, light's bar turn
light puts 8
    board: not finished
    lights: 24 13 8 6 movable, light's bar turn
light plays 6/3
    board: complete: 13/8 6/3
    lights: 8 3 complete, light's bar turn
dice lifted
    * light plays 13/8 6/3
    * light is done
    lights: dark's bar turn
