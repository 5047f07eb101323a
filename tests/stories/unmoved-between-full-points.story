# A play between two full points changes nothing for the sensors: was it made at all?

rulebook: tournament
match: 3
profile: casual
sensor: p5

wanted, dark to throw: light 21 14 13(2) 11(3) 8(3) 6(5) | dark 13(7) 8(3) 6(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 21 19 17 14 13 12 11 8 6 missing
set up: light 21 14 13(2) 11(3) 8(3) 6(5) | dark 13(7) 8(3) 6(5)
    lights: dark's bar turn
dice 4-3
    * dark throws 4-3
    lights: 13 8 6 movable, dark's bar turn
dice lifted
    to dark: Dark, I did not see you move. If you have played what the lamps show, press your button; if not, press NO.
    lights: 6 chosen, dark's bar turn
press no
    lights: 13 8 6 movable, dark's bar turn
dark plays 13/10 13/9
    board: complete: 13/10 13/9
    lights: 10 9 complete, dark's bar turn
dice lifted
    * dark plays 13/10 13/9
    * dark is done
    lights: light's bar turn
