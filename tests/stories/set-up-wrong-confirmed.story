# A set-up that is wrong in many places is not believed, whoever presses a button.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up: light 6(4) 7 8(3) 13(4) 14 24(2) | dark 6(4) 5 8(3) 13(5) 24(2)
    board: DISTURBED: 7 to 6, 14 to 13, dark 20 to 19
    lights: 19 13 6 missing, 20 14 7 too many
press light
    to both: First set up the checkers, then throw again. 3 checkers are in the wrong place.
light plays 7/6 14/13
    board: DISTURBED: dark 20 to 19
    lights: 19 missing, 20 too many
dark lifts 5
    board: in hand from 19
    lights: 19 missing
dark puts 6
    board: as it should be
    lights: none
wait 1s
