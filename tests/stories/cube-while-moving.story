# Dark doubles while light is still moving.

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
dark says double
    to dark: Sorry, Dark. It is your opponent's turn.
light puts 5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
dark says double
    * light plays 8/5 6/5
    * light is done
    * dark doubles to 2
    lights: light's bar offer
light says no
    * light drops
    * dark wins by the drop: 1; the score is 0-1
    board: DISTURBED: 5 to 6, 5 to 8
    lights: 8 6 missing, 5 too many
