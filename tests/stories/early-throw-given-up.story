# An early throw waits for a turn that never ends: light gives up, and the next game knows nothing of it.

rulebook: tournament
match: 3
profile: tournament
sensor: slots

set up
    board: as it should be
    lights: none
light's die 3
dark's die 1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light lifts 8
    board: in hand from 8, for 7 5 4
dark's dice 6-4
    to dark: Dark, your throw of 6 and 4 counts as soon as Light has finished the turn.
light puts 8
    board: as it should be
light says resign a game
    * light offers to resign a game
    lights: dark's bar offer
dark says yes
    * dark accepts
    * dark wins a game: 1; the score is 0-1
    lights: none
set up
    * game 2
light's die 2
dark's die 5
    * opening throw: light 2, dark 5: dark begins
    lights: dark's bar turn
dark plays 13/8 6/4
    board: complete: 13/8 6/4
wait 1s
dark's dice lifted
    * dark plays 13/8 6/4
    * dark is done
    lights: light's bar turn
