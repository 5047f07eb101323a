# What is wrong is said once the hand is out of the way, and not before.

rulebook: tournament
match: 3
profile: casual
sensor: camera

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light's hand over 8, 7, 6, 5, 4, 3, 2
light plays 8/2
wait 2s
hands away
    board: not finished
    lights: 8 lifted, 7 5 4 destination, light's bar turn
wait 1s
press light
wait 1s
    to light: Light, one thing is not right yet. From point 8 to point 2 is 6 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 2 to 8
    lights: 2 illegal, 8 came from, light's bar turn
light's hand over 8, 7, 2
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
light lifts 2
light puts 8
hands away
wait 1s
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
wait 1s
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
