# A game ends while the checkers stand as at the start: its result comes before the next game.
sensor: slots

set up
    board: as it should be
    lights: none
dice 2-1
    * opening throw: light 2, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light says resign a game
    * light offers to resign a game
    lights: 24 13 8 6 movable, dark's bar offer
dark says yes
    * dark accepts
    * dark wins a game: 1; the score is 0-1
    * game 2
    lights: none
