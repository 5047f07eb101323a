# A resignation comes in place of a double just as its answer is pressed: the press answers neither.

match: 5
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
wait 3s
dark says double
    * dark doubles to 2
    lights: light's bar offer
wait 2s
dark says resign a game
    * dark offers to resign a game
wait 0.4s
press light
    to light: Light, Dark offers to resign: your button accepts, NO refuses.
wait 2s
press light
    * light accepts
    * light wins a game: 1; the score is 1-0
    board: DISTURBED: 5 to 6, 5 to 8
    lights: 8 6 missing, 5 too many
