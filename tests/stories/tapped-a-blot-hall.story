# A checker in the hand touches a blot of the opponent in passing, which is no hit.

rulebook: tournament
match: 3
profile: club
sensor: hall

set up
    board: as it should be
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: light's bar turn
light plays 24/18 13/11
    board: complete: 24/18 13/11
dice lifted
    * light plays 24/18 13/11
    * light is done
    lights: dark's bar turn
dice 6-3
    * dark throws 6-3
dark lifts 13
    board: in hand from 13, for 10 7 4
dark taps 7 for 1s
dark puts 4
    board: complete: 13/4
wait 1s
dark presses done twice
    * dark plays 13/4
    * dark is done
    lights: light's bar turn
