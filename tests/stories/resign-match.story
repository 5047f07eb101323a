# The match is resigned at its last point.

rulebook: tournament
match: 1
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
press resign
    to dark: Dark, if you want to resign a game, press your button.
    lights: 24 13 8 6 movable, dark's bar offer
press dark
    to dark: Dark, are you sure? It can cost you the game. To confirm, press your button once more; NO cancels it.
wait 1s
press dark
    * dark offers to resign a game
    lights: 24 13 8 6 movable, light's bar offer
press light
    * light accepts
    * light wins a game: 1; the score is 1-0
    * light wins the match
    the next match may begin
    lights: none
set up
dice 2-1
    * opening throw: light 2, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
