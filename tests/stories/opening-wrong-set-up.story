# The set-up is wrong by a few checkers, and the lamps lead to the right one.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up: light 6(4) 7 8(3) 13(5) 24(2) | dark 6(5) 8(3) 14 13(4) 24(2)
    board: DISTURBED: 7 to 6, dark 11 to 12
    lights: 12 6 missing, 11 7 too many
table knocked: light 7/6, dark 14/13
    board: as it should be
    lights: none
set up: light 6(5) 8(3) 13(4) 24(2) bar | dark 6(5) 8(3) 13(5) 24(2)
    board: DISTURBED: light's bar to 13
    lights: 13 missing, light's bar too many
light plays bar/13
    board: as it should be
    lights: none
