# A player lifts a whole pile, and more: as long as he holds them, nothing is wrong.

rulebook: tournament
match: 3
profile: casual
sensor: counts

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 13
    board: in hand from 13, for 10 8 5
    lights: 13 lifted, 10 8 5 destination, light's bar turn
light lifts 13
    board: 2 in hand from 13, for 10 8 5
light lifts 13
    board: 3 in hand from 13, for 10 8 5
light lifts 13
    board: 4 in hand from 13, for 10 8 5
light lifts 13
    board: 5 in hand from 13, for 10 8 5
light lifts 8
    board: 6 in hand from 13 8, for 10 5 3
    lights: 13 8 lifted, 10 5 3 destination, light's bar turn
wait 2s
light puts 3
    board: 5 in hand from 13, for 10
    lights: 13 lifted, 10 destination, light's bar turn
light puts 13
    board: 4 in hand from 13, for 10
light puts 13
    board: 3 in hand from 13, for 10
light puts 13
    board: 2 in hand from 13, for 10
light puts 13
    board: in hand from 13, for 10
# One is still in the hand.
dice lifted
light puts 10
    board: complete: 13/10 8/3
    lights: 10 3 complete, light's bar turn
wait 1s
    * light plays 13/10 8/3
    * light is done
    lights: dark's bar turn
dice lifted
