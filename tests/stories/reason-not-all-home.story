# Bearing off begins when all are home.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 8 6(4) 5(3) 4(3) 3(2) | dark 1(3) 2(4) 3(4)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 22 8 6 5 4 3 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 6-2
    * light throws 6-2
    lights: 8 6 5 4 3 movable, light's bar turn
light plays 6/off
    board: not finished
    lights: 6 lifted, 4 destination, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. You cannot bear off from point 6 yet: first bring home your checkers on point 8.
    board: ILLEGAL (not all home): light's tray to 6
    lights: light's tray illegal, 6 came from, light's bar turn
light plays off/6 8/6 6/off
    board: complete: 8/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 8/off
    * light is done
    lights: dark's bar turn
