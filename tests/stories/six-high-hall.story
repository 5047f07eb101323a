# The same with a board that tells the colours.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up
    board: as it should be
    lights: none
dice 5-2
    * opening throw: light 5, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 13
    board: complete: 13/6; or in hand from 13, for 11 8 6
    lights: 13 lifted, 11 8 destination, 6 complete, light's bar turn
light puts 6
wait 1s
dice lifted
    * light plays 13/6
    * light is done
    lights: dark's bar turn
