# Many take up the checker they will hit and lay it on the bar before their own has moved.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 24(2) 13(5) 8(3) 6(5) | dark 24(1) 20(1) 13(5) 8(3) 6(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 8 6 5 1 missing
set up
    lights: light's bar turn
dice 3-1
    * light throws 3-1
    lights: 24 13 8 6 movable, light's bar turn
light lifts dark from 5
    board: in hand from 5
    lights: 5 lifted, light's bar turn
wait 1s
light puts dark on dark's bar
    board: not finished
    lights: 24 13 8 6 movable, light's bar turn
wait 2s
light plays 8/5
    lights: 24 8 6 5 movable, light's bar turn
light plays 6/5
    board: complete: 8/5* 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5* 6/5
    * light is done
    lights: dark's bar turn
dice 6-2
    * dark throws 6-2
    lights: dark's bar movable
# Nothing can be hit there: a checker of the opponent has no business on the bar.
dark plays bar/23
    board: not finished
    lights: 24 13 8 movable, dark's bar turn
dark lifts light from 12
    board: in hand from 12
    lights: 12 lifted, dark's bar turn
dark puts light on light's bar
    lights: dark's bar turn
wait 2s
    board: ILLEGAL (opponents checker moved): light light's bar to 12
    lights: light's bar illegal, 12 came from, dark's bar turn
