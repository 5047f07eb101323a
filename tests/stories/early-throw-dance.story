# An early throw that waits cannot be played, and that is told.

rulebook: tournament
match: 3
profile: tournament
sensor: slots

wanted, light to throw: light 7 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) | dark bar 13(4) 6(5) 8(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 19 17 12 7 6 5 4 3 2 1 dark's bar light's tray missing
set up
    lights: light's bar turn
light's dice 2-1
    * light throws 2-1
light lifts 7
    board: in hand from 7, for 6 5 4
dark's dice 6-4
    to dark: Dark, your throw of 6 and 4 counts as soon as Light has finished the turn.
light puts 6
    board: not finished
light plays 6/4
    board: complete: 7/4
light's dice lifted
    * light plays 7/4
    * light is done
    * dark throws 6-4
    to dark: Dark, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
    lights: dark's bar turn
wait 1s
dark's dice lifted
    * dark is done
    lights: light's bar turn
