# The computer plays light: the lamps lead whoever moves for it.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
computer chooses 8/5 6/5
    lights: light's bar turn, 8 6 computer, 5 computer to
light lifts 8
    board: in hand from 8, for 7 5 4
    lights: light's bar turn, 6 computer, 5 computer to
light puts 5
    board: not finished
light lifts 6
    board: in hand from 6, for 5
    lights: light's bar turn, 5 computer to
light puts 5
    board: complete: 8/5 6/5
    lights: light's bar turn
wait 1s
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
