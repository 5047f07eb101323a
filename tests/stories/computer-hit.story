# The computer hits: its checker and the one that is hit are both shown.

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
computer chooses 13/7* 13/10
    lights: dark's bar turn, 13 computer, 10 7 light's bar computer to
dark lifts 13
    board: in hand from 13, for 10 7 4
dark lifts light from 7
    board: 2 in hand from 13 7, for 10 4
dark puts 7
    board: in hand from 13, for 10 7 4
dark puts light on light's bar
    board: not finished
    lights: dark's bar turn, 13 computer, 10 computer to
dark plays 13/10
    board: complete: 13/10 13/7*
    lights: dark's bar turn
dice lifted
    * dark plays 13/10 13/7*
    * dark is done
    lights: light's bar turn
