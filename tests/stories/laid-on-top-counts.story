# A checker is laid on another although there is room: a board that counts does not mind.

rulebook: tournament
match: 3
profile: casual
sensor: counts

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
light puts 5 on top
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
light presses done
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
