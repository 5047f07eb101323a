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
    board: complete: 13/6
    lights: 6 complete, light's bar turn
dice nudged to 5-3
    * light plays 13/6
    * light is done
    * dark throws 5-3
    lights: 24 13 8 6 movable, dark's bar turn
light puts 11
    lights: dark's bar turn
light plays 13/8
    board: ILLEGAL (opponents checker moved): light 14 to 12, light 17 to 19
    lights: 17 14 illegal, 19 12 came from, dark's bar turn
# The throw is complete on the board, and the pair is seen with other numbers: it was picked up and thrown.
dice 6-6
    to dark: throw_stands 
dark plays 24/18(2) 13/7(2)
    board: DISTURBED: 18 to 24, 18 to 24, 17 to 13, 14 to 13, light 7 to 12, 7 to hand
    lights: 24 13 12 missing, 18 17 14 7 too many, dark's bar turn
dice lifted
    to dark: disturbed 24 18 17 14 13 12 7
