# One contact under each place cannot tell two plays apart: the one that was chosen is believed.

rulebook: tournament
match: 3
profile: casual
sensor: single

set up
    board: as it should be
    lights: none
dice 4-2
    * opening throw: light 4, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
computer chooses 8/4 6/4
    lights: light's bar turn, 8 6 computer, 4 computer to
light lifts 8
light puts 4
    board: either 8/6 8/4 or 8/4 6/4
    lights: light's bar turn
light lifts 6
light puts 4
wait 1s
dice lifted
    * light plays 8/4 6/4
    * light is done
    lights: dark's bar turn
