# Checkers are touched and put back, and a checker in the hand touches points in passing.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
light touches 8
light touches 13, 24
dice 6-5
    * opening throw: light 6, dark 5: light begins
    lights: 24 13 8 movable, light's bar turn
light touches 13, 6 for 0.5s each
light lifts 24
    board: complete: 24/13; or in hand from 24, for 18 13
    lights: 24 lifted, 18 destination, 13 complete, light's bar turn
light taps 18, 16, 15 for 0.5s each
    lights: 18 lifted, 13 complete, light's bar turn
light puts 13
wait 1s
light presses done
    * light plays 24/13
    * light is done
    lights: dark's bar turn
dark touches 6, 8
dark touches light on 1 twice
dice 6-5
    * dark throws 6-5
    lights: 24 13 8 6 movable, dark's bar turn
dark lifts 24
    board: complete: 24/13; or in hand from 24, for 18 13
    lights: 24 lifted, 18 destination, 13 complete, dark's bar turn
dark taps 18, 13
    lights: 18 lifted, 13 complete, dark's bar turn
dark puts 24
    board: as it should be
    lights: 24 13 8 6 movable, dark's bar turn
wait 1s
