# The hit checker is laid on the wrong half of the bar: it is whose it is, and enters from there.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 13/11
    board: complete: 24/18 13/11
    lights: 18 11 complete, light's bar turn
dice lifted
    * light plays 24/18 13/11
    * light is done
    lights: dark's bar turn
dice 6-3
    * dark throws 6-3
    lights: 24 13 8 6 movable, dark's bar turn
dark lifts 13
    board: in hand from 13, for 10 7 4
    lights: 13 lifted, 10 7 4 destination, dark's bar turn
dark lifts light from 7
    board: 2 in hand from 13 7, for 10 4
    lights: 13 7 lifted, 10 4 destination, dark's bar turn
dark puts 7
    board: in hand from 13, for 10 7 4
    lights: 13 lifted, 10 7 4 destination, dark's bar turn
dark puts light on dark's bar
    board: not finished
    lights: 24 13 8 7 6 movable, dark's bar turn
dark plays 13/10
    board: complete: 13/10 13/7*
    lights: 10 7 complete, dark's bar turn
dice lifted
    * dark plays 13/10 13/7*
    * dark is done
    lights: light's bar turn
dice 6-4
    * light throws 6-4
    lights: dark's bar movable, light's bar turn
light lifts dark's bar
    board: in hand from light's bar, for 21 15
    lights: light's bar lifted, 21 15 destination
light puts 21
    board: not finished
    lights: 24 21 13 11 8 movable, light's bar turn
light plays 24/18*
    board: complete: bar/21 24/18*
    lights: 21 18 complete, light's bar turn
dice lifted
    * light plays bar/21 24/18*
    * light is done
    lights: dark's bar turn
