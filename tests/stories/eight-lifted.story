# Somebody takes up eight checkers at once: only their places are shown, and no full point.

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
light lifts 24, 24, 8, 8, 8, 6, 6, 6
    board: 8 in hand from 24 8 6, for 23 21 20 7 5 4 3 2
    lights: 24 8 6 lifted, 23 21 20 7 5 4 3 2 destination, light's bar turn
wait 1s
dice lifted
    to light: Light, something has moved that I cannot explain. Please put it right. Put 3 light checkers on point 6, put 3 light checkers on point 8 and put 2 light checkers on point 24.
light puts 24, 24, 8, 8, 8, 6, 6, 6
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
