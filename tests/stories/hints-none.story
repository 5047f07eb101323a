# No lamp helps anybody: neither moving nor finishing is shown.

rulebook: tournament
match: 3
profile: casual, hints = none, illegal_play = correct
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light lifts 8
    board: in hand from 8, for 7 5 4
light puts 5
    board: not finished
light lifts 6
    board: in hand from 6, for 5
light puts 5
    board: complete: 8/5 6/5
wait 1s
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
