# Either number can be played but not both: the larger must be.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 24 2(3) 1(4) | dark 11(2) 6(5) 4(4) 3(4)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 22 21 19 14 2 1 light's tray missing
set up
    lights: light's bar turn
dice 6-4
    * light throws 6-4
    lights: 24 movable, light's bar turn
light plays 24/20
    board: not finished
    lights: 24 lifted, 18 destination, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. You can play only one of your numbers, so it must be the larger: play the 6.
    board: ILLEGAL (larger die): 20 to 24
    lights: 20 illegal, 24 came from, light's bar turn
light plays 20/24 24/18
    board: complete: 24/18
    lights: 18 complete, light's bar turn
dice lifted
    * light plays 24/18
    * light is done
    lights: dark's bar turn
