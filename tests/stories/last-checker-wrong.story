# The last checker is borne off with a die too low.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6 5 | dark 1(2)
    board: DISTURBED: hand to 5, hand to 6, dark hand to 24 (2), hand to light's tray (13), dark hand to dark's tray (13)
    lights: 24 6 5 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 5-4
    * light throws 5-4
    lights: 6 5 movable, light's bar turn
light plays 6/off 5/off
    board: not finished
    lights: 6 lifted, 2 destination, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. From point 6 to the tray is 6 pips, and no number you have left makes that.
    board: ILLEGAL (no die): light's tray to 6
    lights: light's tray illegal, 6 came from, light's bar turn
light plays off/2
    board: complete: 6/2 5/off
    lights: 2 light's tray complete, light's bar turn
dice lifted
    * light plays 6/2 5/off
    * light is done
    lights: dark's bar turn
