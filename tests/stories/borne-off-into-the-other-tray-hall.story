# A checker is borne off into the tray of the opponent.

rulebook: tournament
match: 3
profile: casual
sensor: hall

wanted, light to throw: light 6(3) 5(3) 4(3) 2(2) 1(2) | dark 6(3) 5(3) 4(3) 2(2) 1(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 21 20 19 6 5 4 2 1 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 6-4
    * light throws 6-4
    lights: 6 5 4 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 2 light's tray
    lights: 6 lifted, 2 light's tray destination, light's bar turn
light puts dark's tray
    board: not finished
    lights: 6 5 4 movable, light's bar turn
light plays 4/off
    board: complete: 6/off 4/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 6/off 4/off
    * light is done
    lights: dark's bar turn
dice 5-4
    * dark throws 5-4
    lights: 6 5 4 movable, dark's bar turn
dark plays 5/off 4/off
    board: complete: 5/off 4/off
    lights: dark's tray complete, dark's bar turn
dice lifted
    * dark plays 5/off 4/off
    * dark is done
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 6 5 movable, light's bar turn
light plays 6/off 5/off
    board: complete: 6/off 5/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 6/off 5/off
    * light is done
    lights: dark's bar turn
