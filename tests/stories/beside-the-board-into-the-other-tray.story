# A checker that was borne off beside the board comes into the other player's tray.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, dark to throw: light 6(4) 5(4) | dark 6(3) 5(3)
    board: DISTURBED: hand to 5 (4), hand to 6 (4), dark hand to 19 (3), dark hand to 20 (3), hand to light's tray (7), dark hand to dark's tray (9)
    lights: 20 19 6 5 light's tray dark's tray missing
set up: light 6(4) 5(4) off(7) | dark 6(3) 5(3) off(9)
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    lights: 6 5 movable, dark's bar turn
dark plays 6/box 6/5
    board: in hand from 6, for dark's tray
    lights: 6 lifted, dark's tray destination, dark's bar turn
dice lifted
    * dark plays 6/5 6/off
    * dark is done
    lights: light's bar turn
dark lifts from beside the board
dark puts dark on light's tray
dice 2-1
    * light throws 2-1
    lights: 6 5 movable, light's bar turn
light plays 6/4 6/5
    board: complete: 6/5 6/4
    lights: 5 4 complete, light's bar turn
dice lifted
    * light plays 6/5 6/4
    * light is done
    lights: dark's bar turn
dice 6-5
    * dark throws 6-5
    lights: 6 5 movable, dark's bar turn
dark plays 6/off 5/off
    board: complete: 6/off 5/off
    lights: dark's tray complete, dark's bar turn
dice lifted
    * dark plays 6/off 5/off
    * dark is done
    lights: light's bar turn
