# Two hands at once: a checker from each, put down the other way round.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 4-2
    * opening throw: light 4, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 8, 6
    board: 2 in hand from 8 6, for 4 2
    lights: 8 6 lifted, 4 2 destination, light's bar turn
light puts 4
    board: in hand from 6, for 8 4
    lights: 6 lifted, 8 4 destination, light's bar turn
light puts 4
    board: complete: 8/4 6/4
    lights: 4 complete, light's bar turn
wait 1s
dice lifted
    * light plays 8/4 6/4
    * light is done
    lights: dark's bar turn
