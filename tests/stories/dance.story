# A throw that cannot be played.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(5) 5(2) 4(2) 3(2) 2(2) 1(2) | dark bar 13(4) 6(5) 8(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 19 17 12 6 5 4 3 2 1 dark's bar missing
set up
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 6 5 movable, light's bar turn
light plays 6/1 6/off
    board: complete: 6/1 6/off
    lights: 1 light's tray complete, light's bar turn
dice lifted
    * light plays 6/1 6/off
    * light is done
    lights: dark's bar turn
# A closed board but for nothing: dark's checker stays on the bar.
dice 4-2
    * dark throws 4-2
    to dark: Dark, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
wait 2s
dice lifted
    * dark is done
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 6 5 4 3 2 1 movable, light's bar turn
light plays 2/off 1/off
    board: complete: 2/off 1/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 2/off 1/off
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    to dark: Dark, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
dark plays bar/24 8/2
    board: not finished
    lights: 8 dark's bar lifted
wait 2s
    board: ILLEGAL (still on bar, point blocked): 2 to 8, 24 to dark's bar
    lights: 24 2 illegal, 8 dark's bar came from
dark plays 2/8 24/bar
    board: nothing to play
    lights: dark's bar turn
dice lifted
    * dark is done
    lights: light's bar turn
