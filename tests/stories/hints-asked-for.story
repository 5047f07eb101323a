# Dark wants help and light wants none: each has it in his own turns.

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
light says hints none
    to light: Light, the lamps no longer help you to move.
    lights: light's bar turn
light lifts 8
    board: in hand from 8, for 7 5 4
light puts 5
    board: not finished
light lifts 6
    board: in hand from 6, for 5
dark says hints checkers
    to dark: Dark, the lamps show which checkers you can move.
light puts 5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark lifts 24
    board: in hand from 24, for 18 14
    lights: dark's bar turn
dark puts 24
    board: as it should be
    lights: 24 13 8 6 movable, dark's bar turn
dark says hints destinations
    to dark: Dark, the lamps show which checkers you can move, and where one you have lifted can go.
dark lifts 24
    board: in hand from 24, for 18 14
    lights: 24 lifted, 18 14 destination, dark's bar turn
