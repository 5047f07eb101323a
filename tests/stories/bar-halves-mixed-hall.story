# Hit checkers lie on the wrong half of the bar for turns, also after a power cut.

rulebook: tournament
match: 3
profile: casual
sensor: hall

wanted, light to throw: light 24(2) 13(4) 8(3) 6(4) 5 4 | dark 24(2) 13(4) 8(3) 6(4) 5 4
    board: DISTURBED: 30 checkers to be carried
    lights: 24 21 20 19 17 13 12 8 6 5 4 1 missing
set up
    lights: light's bar turn
dice 4-3
    * light throws 4-3
    lights: 24 13 8 6 5 movable, light's bar turn
# Both hit checkers land on light's half.
light lifts 24
    board: in hand from 24, for 21 20
    lights: 24 lifted, 21 20 destination, light's bar turn
light lifts dark from 20
    board: 2 in hand from 24 20, for 21
    lights: 24 20 lifted, 21 destination, light's bar turn
light puts light on 20
    board: in hand from dark's bar
    lights: dark's bar lifted, light's bar turn
light puts dark on light's bar
    board: not finished
    lights: 24 13 8 6 5 movable, light's bar turn
light lifts 24
    board: in hand from 24, for 21
    lights: 24 lifted, 21 destination, light's bar turn
light lifts dark from 21
    board: 2 in hand from 24 21
    lights: 24 21 lifted, light's bar turn
light puts light on 21
    board: in hand from dark's bar
    lights: dark's bar lifted, light's bar turn
light puts dark on light's bar
    board: complete: 24/21* 24/20*
    lights: 21 20 complete, light's bar turn
wait 1s
dice lifted
    * light plays 24/21* 24/20*
    * light is done
    lights: dark's bar turn
# Dark cannot enter, and leaves them where they are.
dice 6-6
    * dark throws 6-6
    to dark: Dark, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
dice lifted
    * dark is done
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 21 20 13 8 movable, light's bar turn
light plays 13/2
    board: complete: 13/2
    lights: 2 complete, light's bar turn
dice lifted
    * light plays 13/2
    * light is done
    lights: dark's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: dark's bar turn
# One enters with a hit, and the light checker is laid where the dark one was.
dice 6-4
    * dark throws 6-4
    lights: light's bar movable, dark's bar turn
dark lifts dark from light's bar
    board: in hand from dark's bar, for 21
    lights: dark's bar lifted, 21 destination
dark lifts light from light's 4
    board: 2 in hand from 21 dark's bar
    lights: 21 dark's bar lifted
dark puts dark on light's 4
    board: in hand from light's bar
    lights: light's bar lifted, dark's bar turn
dark puts light on light's bar
    board: complete: bar/21*
    lights: 21 complete, dark's bar turn
wait 1s
dice lifted
    * dark plays bar/21*
    * dark is done
    lights: light's bar turn
# One of each colour now lies there, and light enters from his own half.
dice 4-3
    * light throws 4-3
    lights: light's bar movable
light lifts light from light's bar
    board: in hand from light's bar, for 22 21 18
    lights: light's bar lifted, 22 21 18 destination
light puts light on 21
    board: not finished
    lights: 21 13 8 6 5 movable, light's bar turn
wait 1s
light plays 8/5
    board: complete: bar/21 8/5
    lights: 21 5 complete, light's bar turn
dice lifted
    * light plays bar/21 8/5
    * light is done
    lights: dark's bar turn
dice 4-1
    * dark throws 4-1
    lights: light's bar movable, dark's bar turn
dark lifts dark from light's bar
    board: in hand from dark's bar, for 24 21
    lights: dark's bar lifted, 24 21 destination
dark puts dark on light's 4
    board: not finished
    lights: 24 8 6 movable, dark's bar turn
wait 1s
dark plays 6/5*
    board: complete: bar/21 6/5*
    lights: 21 5 complete, dark's bar turn
dice lifted
    * dark plays bar/21 6/5*
    * dark is done
    lights: light's bar turn
