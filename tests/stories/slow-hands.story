# Slow hands count out their moves by tapping every point, and nobody objects before the act.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 24
    board: in hand from 24, for 23 18
    lights: 24 lifted, 23 18 destination, light's bar turn
light puts 23
    board: not finished
    lights: 24 13 8 movable, light's bar turn
wait 0.9s
light lifts 23
    board: in hand from 23
    lights: 23 lifted, light's bar turn
light puts 22
    board: not finished
wait 0.9s
light lifts 22
    board: in hand from 23
light puts 21
    board: not finished
wait 1.4s
light lifts 21
    board: in hand from 23
light puts 20
    board: not finished
wait 0.9s
light lifts 20
    board: in hand from 23
light puts 19
wait 0.9s
light lifts 19
light puts 18
    board: not finished
    lights: 24 8 6 movable, light's bar turn
light plays 8/7
    board: complete: 24/18 8/7
    lights: 18 7 complete, light's bar turn
dice lifted
    * light plays 24/18 8/7
    * light is done
    lights: dark's bar turn
dice 5-2
    * dark throws 5-2
    lights: 24 13 8 6 movable, dark's bar turn
# Dark holds a checker and puts another one down on his way.
dark lifts 6
    board: in hand from 6, for 4 1
    lights: 6 lifted, 4 1 destination, dark's bar turn
dark lifts 13
    board: 2 in hand from 13 6, for 11 8 4 1
    lights: 13 6 lifted, 11 8 4 1 destination, dark's bar turn
dark puts 12
wait 1s
dark lifts 12
dark puts 11
    board: in hand from 6, for 1
    lights: 6 lifted, 1 destination, dark's bar turn
dark puts 6
    board: not finished
    lights: 13 11 8 6 movable, dark's bar turn
wait 1s
dark lifts 13
    board: in hand from 13, for 8
    lights: 13 lifted, 8 destination, dark's bar turn
dark puts 10
    board: not finished
# He thinks that three pips are right.
wait 2s
wait 2s
    board: ILLEGAL (no die): 10 to 13
    lights: 10 illegal, 13 came from, dark's bar turn
dark lifts 10
    board: in hand from 13, for 8
    lights: 13 lifted, 8 destination, dark's bar turn
dark puts 8
    board: complete: 13/11 13/8
    lights: 11 8 complete, dark's bar turn
dice lifted
dice 4-3
    * dark plays 13/11 13/8
    * dark is done
    * light throws 4-3
    lights: 24 18 13 8 7 6 movable, light's bar turn
# Light leaves it where he was counting and picks up the dice: the act is judged.
light lifts 13
    board: complete: 13/6; or in hand from 13, for 10 9 6
    lights: 13 lifted, 10 9 destination, 6 complete, light's bar turn
light puts 8
    board: not finished
    lights: 13 lifted, 10 9 6 destination, light's bar turn
wait 1s
dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 8 is 5 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 8 to 13
    lights: 8 illegal, 13 came from, light's bar turn
light lifts 8
    board: complete: 13/6; or in hand from 13, for 10 9 6
    lights: 13 lifted, 10 9 destination, 6 complete, light's bar turn
light puts 9
    board: not finished
    lights: 24 18 13 9 8 7 6 movable, light's bar turn
light plays 6/3
    board: complete: 13/9 6/3
    lights: 9 3 complete, light's bar turn
wait 1s
dice lifted
    * light plays 13/9 6/3
    * light is done
    lights: dark's bar turn
