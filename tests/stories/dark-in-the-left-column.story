# Dark has the left column of the record, and is ahead.

rulebook: tournament
match: 5
profile: casual
sensor: slots
left column: dark
score: 1-3

set up
    board: as it should be
    lights: none
light's die 2
dark's die 6
    * opening throw: light 2, dark 6: dark begins
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/11
    board: complete: 24/18 13/11
    lights: 18 11 complete, dark's bar turn
dark's dice lifted
    * dark plays 24/18 13/11
    * dark is done
    lights: light's bar turn
light's dice 4-4
    * light throws 4-4
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/20(2) 13/9(2)
    board: complete: 24/20(2) 13/9(2)
    lights: 20 9 complete, light's bar turn
light's dice lifted
    * light plays 24/20(2) 13/9(2)
    * light is done
    lights: dark's bar turn
dark says resign a game
    * dark offers to resign a game
    lights: light's bar offer
press light
    * light accepts
    * light wins a game: 1; the score is 2-3
    board: DISTURBED: dark 7 to 1, dark 9 to 12, 9 to 13, 14 to 13, 20 to 24 (2)
    lights: 24 13 12 1 missing, 20 14 9 7 too many
