# A sleeve pushes a checker of the other's, seen by a board that tells colours.

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
light plays 8/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light lifts dark from 12
    board: in hand from 12
    lights: 12 lifted, light's bar turn
light puts dark on 11
    lights: light's bar turn
wait 1s
    board: ILLEGAL (opponents checker moved): dark 11 to 12
    lights: 11 illegal, 12 came from, light's bar turn
dice lifted
    to light: Light, 2 things are not right yet. Your opponent's checker was moved from point 12 to point 11: put it back. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it.
    board: ILLEGAL (opponents checker moved, both dice): dark 11 to 12
light lifts dark from 11
    board: in hand from 12
    lights: 12 lifted, light's bar turn
light puts dark on 12
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light plays 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
