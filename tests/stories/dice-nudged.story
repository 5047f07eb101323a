# A die is touched after the throw; what was thrown stands.

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
dice nudged to 5-3
    to light: Light, your throw of 5 and 2 stands.
light puts 11
    board: not finished
    lights: 13 11 8 movable, light's bar turn
light plays 13/8
    board: complete: 13/11 13/8
    lights: 11 8 complete, light's bar turn
# The throw is complete on the board, and the pair is seen with other numbers: it was picked up and thrown.
dice 6-6
    * light plays 13/11 13/8
    * light is done
    * dark throws 6-6
    lights: 24 13 8 movable, dark's bar turn
dark plays 24/18(2) 13/7(2)
    board: complete: 24/18(2) 13/7(2)
    lights: 18 7 complete, dark's bar turn
dice lifted
    * dark plays 24/18(2) 13/7(2)
    * dark is done
    lights: light's bar turn
