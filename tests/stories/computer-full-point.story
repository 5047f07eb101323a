# The computer goes where one checker more is not seen: the lamps lead there all the same.

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
computer chooses 24/20 8/6
    lights: light's bar turn, 24 8 computer, 20 6 computer to
light lifts 8
    board: in hand from 8, for 6 4 2
    lights: light's bar turn, 24 computer, 20 6 computer to
light puts 6
light lifts 24
    board: 2 in hand from 24 8, for 22 20 18 6 4 2
    lights: light's bar turn, 20 6 computer to
light puts 20
    board: complete: 24/20 8/6
    lights: light's bar turn
wait 1s
dice lifted
    * light plays 24/20 8/6
    * light is done
    lights: dark's bar turn
