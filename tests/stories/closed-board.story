# Dark is shut out: there is nothing to play until a point opens.

rulebook: tournament
match: 5
profile: casual
sensor: slots

wanted, light to throw: light 7 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) | dark bar 13(4) 6(5) 8(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 19 17 12 7 6 5 4 3 2 1 dark's bar light's tray missing
set up
    lights: light's bar turn
dice 6-1
    * light throws 6-1
    lights: 7 6 5 4 3 2 movable, light's bar turn
light plays 7/off
    board: complete: 7/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 7/off
    * light is done
    lights: dark's bar turn
dice 5-5
    * dark throws 5-5
    to dark: Dark, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
dice lifted
    * dark is done
    lights: light's bar turn
dice 6-6
    * light throws 6-6
    lights: 6 movable, light's bar turn
light plays 6/off(2) 5/off(2)
    board: complete: 6/off(2) 5/off(2)
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 6/off(2) 5/off(2)
    * light is done
    lights: dark's bar turn
dice 6-5
    * dark throws 6-5
    lights: dark's bar movable
dark plays bar/20 8/2
    board: complete: bar/20 8/2
    lights: 20 2 complete, dark's bar turn
dice lifted
    * dark plays bar/20 8/2
    * dark is done
    lights: light's bar turn
