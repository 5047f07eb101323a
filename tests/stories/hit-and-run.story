# A checker hits and goes on, and the hit one comes to the bar last.

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
dice 6-1
    * dark throws 6-1
    lights: 24 13 8 6 movable, dark's bar turn
dark lifts 13
    board: in hand from 13, for 7 6
    lights: 13 lifted, 7 6 destination, dark's bar turn
dark puts 7
    board: not finished
    lights: 24 13 8 6 movable, dark's bar turn
dark lifts dark from 7
    board: in hand from 13, for 7 6
    lights: 13 lifted, 7 6 destination, dark's bar turn
dark puts 6
dark lifts light from 7
    board: 2 in hand from 13 7, for 6
    lights: 13 7 lifted, 6 destination, dark's bar turn
dark puts light on light's bar
    board: complete: 13/7*/6
    lights: 6 complete, dark's bar turn
wait 1s
dice lifted
    * dark plays 13/7*/6
    * dark is done
    lights: light's bar turn
