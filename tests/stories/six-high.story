# Six on a point: no switch feels the sixth, for it lies on the others.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-2
    * opening throw: light 5, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 13
    board: complete: 13/6; or in hand from 13, for 11 8 6
    lights: 13 lifted, 11 8 destination, 6 complete, light's bar turn
# Somebody touches a die.
dice nudged to 5-3
    to light: Light, your throw of 5 and 2 stands.
# It may still be in the hand, or lie on the six already.
light puts 6
wait 1s
dice lifted
    * light plays 13/6
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/14
    board: complete: 24/14
    lights: 14 complete, dark's bar turn
dice lifted
    * dark plays 24/14
    * dark is done
    lights: light's bar turn
dice 1-1
    * light throws 1-1
    lights: 24 8 6 movable, light's bar turn
light plays 8/7(2) 6/5
    board: not finished
    lights: 24 8 7 6 5 movable, light's bar turn
# The top one comes off the six again: nothing is seen of it.
light plays 6/5
    board: complete: 8/7(2) 6/5(2)
    lights: 7 5 complete, light's bar turn
dice lifted
    * light plays 8/7(2) 6/5(2)
    * light is done
    lights: dark's bar turn
