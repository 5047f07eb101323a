# One of two checkers that were hit lies on a point: the reason says one of them.
sensor: hall
profile: club

wanted, light to throw: light 10 6(5) 13(5) 8(2) 24(2) | dark 6(5) 13(5) 8(2) 24 16 18
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 10 9 8 7 6 1 missing
set up
    lights: light's bar turn
dice 2-1
    * light throws 2-1
light plays 10/9*/7*
    board: complete: 10/9*/7*
light lifts dark from dark's bar
    board: in hand from dark's bar
light puts dark on 1
    board: not finished
dice lifted
wait 2s
    to light: Light, one thing is not right yet. One of the checkers you hit on point 9 and point 7 is not on the bar: put it there.
    board: ILLEGAL (hit checker not on bar): dark 1 to dark's bar
    lights: 1 illegal, dark's bar came from, light's bar turn
