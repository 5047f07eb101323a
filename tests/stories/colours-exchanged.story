# A light and a dark checker change places, each on a full point.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 5 3 2
    lights: 6 lifted, 5 3 2 destination, light's bar turn
light lifts dark from 12
    board: 2 in hand from 12 6, for 5 3 2
    lights: 12 6 lifted, 5 3 2 destination, light's bar turn
light puts dark on 6
    board: not finished
    lights: 3 lifted, 2 destination, light's bar turn
light puts light on 12
    board: not finished
    lights: 24 13 8 6 movable, light's bar turn
wait 1s
dice lifted
    to light: Light, 2 things are not right yet. Your opponent's checker was moved from point 12 to point 6: put it back. From point 6 to point 12 is the wrong way: your checkers move towards your home and off the board, never back.
    board: ILLEGAL (opponents checker moved, wrong direction): dark 6 to 12, 12 to 6
    lights: 12 illegal, 6 came from, light's bar turn
light lifts light from 12
    lights: light's bar turn
light lifts dark from 6
    board: 2 in hand from 12 6, for 5 3 2
    lights: 12 6 lifted, 5 3 2 destination, light's bar turn
light puts dark on 12
    board: in hand from 6, for 5 3 2
    lights: 6 lifted, 5 3 2 destination, light's bar turn
light puts light on 6
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
wait 1s
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
