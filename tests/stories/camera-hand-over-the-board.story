# Nothing is judged, and no turn ends, while a hand is over the checkers it is about.

rulebook: tournament
match: 3
profile: casual
sensor: camera

set up
    board: as it should be
    lights: none
light's hand over 5
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
hands away
wait 1s
light's hand over 8, 7, 6, 5
light lifts 8
light puts 5
light lifts 6
light puts 5
wait 1s
dice lifted
wait 2s
hands away
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
