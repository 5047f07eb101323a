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
    to light: Light, if you want to resign a game, press your button.
    lights: 24 13 8 6 movable, light's bar confirm
wait 1s
press light
    to light: Light, are you sure that you want to resign a game? To confirm, press your button once more; NO cancels it.
wait 1s
press light
    * light offers to resign a game
    lights: 24 13 8 6 movable, dark's bar offer
dark says yes
    * dark accepts
    * dark wins a game: 1; the score is 0-1
    * dark wins the match
    the next match may begin
    lights: none
set up
dice 2-1
    * opening throw: light 2, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
