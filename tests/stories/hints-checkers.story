# Lamps show which checkers can move, but not where to.

rulebook: tournament
match: 3
profile: casual, hints = checkers
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 8
    board: in hand from 8, for 7 5 4
    lights: light's bar turn
light puts 5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 5
    lights: light's bar turn
light puts 5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
# Picked up while the last checker is hardly down: it is judged when the board is still.
dice lifted
wait 1s
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
