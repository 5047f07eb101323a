# Resigning with checkers in the hand.

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
light plays 8/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 5
    lights: 6 lifted, 5 destination, light's bar turn
light says resign a game
    * light offers to resign a game
    lights: 6 lifted, 5 destination, dark's bar offer
dark says yes
    * dark accepts
    * dark wins a game: 1; the score is 0-1
    lights: 8 6 missing, 5 too many
set up
    * game 2
    lights: none
dice 2-1
    * opening throw: light 2, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
