# A die too high takes the checker that is farthest back.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(2) 4(3) 3(3) 2(2) | dark 1(3) 2(4) 3(4)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 22 6 4 3 2 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 5-1
    * light throws 5-1
    lights: 6 4 3 2 movable, light's bar turn
# With the five a six must move: nothing may be borne off from the four.
light plays 4/off 4/3
    board: not finished
    lights: 4 lifted, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. You cannot bear off from point 4 with a 5 while you have checkers further back: first move those on point 6.
    board: ILLEGAL (checker behind): light's tray to 4
    lights: light's tray illegal, 4 came from, light's bar turn
light plays off/4 3/4
    board: as it should be
    lights: 6 4 3 2 movable, light's bar turn
light plays 6/1 6/5
    board: complete: 6/5 6/1
    lights: 5 1 complete, light's bar turn
dice lifted
    * light plays 6/5 6/1
    * light is done
    lights: dark's bar turn
