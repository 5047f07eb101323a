# Nobody minds an early throw where the play is forced.

rulebook: graves
match: 3
profile: club
sensor: slots

wanted, light to throw: light 6(5) 5(5) 4(4) bar | dark 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) 8(3)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 22 21 20 19 17 6 5 4 light's bar missing
set up: light 6(5) 5(5) 4(4) bar | dark 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) 8(3)
    lights: light's bar turn
light's dice 6-6
    * light throws 6-6
    to light: Light, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
dark's dice 3-1
    * light is done
    * dark throws 3-1
    lights: dark's bar turn
dark plays 8/5 8/7
    board: complete: 8/7 8/5
dark's dice lifted
    * dark plays 8/7 8/5
    * dark is done
    lights: light's bar turn
