# The opponent takes the shared dice and throws while a hand still covers the play.

rulebook: tournament
match: 3
profile: club
sensor: camera

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light's hand over 8, 7, 6, 5
light plays 8/5 6/5
dice 6-4
hands away
    board: complete: 8/5 6/5
wait 2s
    * light plays 8/5 6/5
    * light is done
    * dark throws 6-4
    lights: dark's bar turn
dark plays 24/14
    board: complete: 24/14
dice lifted
