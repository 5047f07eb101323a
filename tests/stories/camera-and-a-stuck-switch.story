# A camera that sees otherwise than a switch feels is told of, by the place; the game goes on.

rulebook: tournament
match: 3
profile: casual
sensor: slots and camera

set up
    board: as it should be
    lights: none
switch 1 of light's 7 sticks
wait 1s
    to both: My sensors do not agree on what lies on point 7 (as Light counts). Please look there.
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
wait 1s
