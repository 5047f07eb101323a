# A knocked board, put right but for one checker.

rulebook: tournament
match: 3
profile: money
sensor: hall

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
table knocked: light 8/7, light 6/4, light 24/23, dark 8/7, dark 6/5
    board: DISTURBED: 4 to 6, dark 18 to 17, dark 20 to 19, 23 to 24
    lights: 24 19 17 6 missing, 23 20 18 4 too many, light's bar turn
wait 3s
dark plays 7/8 5/6
    board: DISTURBED: 4 to 6, 23 to 24
    lights: 24 6 missing, 23 4 too many, light's bar turn
light plays 7/8 23/24
    board: DISTURBED: 4 to 6
    lights: 6 missing, 4 too many, light's bar turn
wait 3s
press light
    to light: Light, one thing is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 4 to 6
    lights: 4 illegal, 6 came from, light's bar turn
wait 2s
