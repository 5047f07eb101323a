# A borne-off checker lies beside the board; the opponent picks up the dice of an untouched turn.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(4) 5(4) 4(3) 3(2) | dark 6(5) 5(4) 4(3) 3(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 22 21 20 19 6 5 4 3 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 6 5 movable, light's bar turn
light plays 6/off
    board: not finished
light plays 5/box
    board: in hand from 5, for light's tray
    lights: 5 lifted, light's tray destination, light's bar turn
dice lifted
    * light plays 6/off 5/off
    * light is done
    lights: dark's bar turn
dice 4-3
    * dark throws 4-3
    lights: 6 5 4 3 movable, dark's bar turn
dark plays 4/off 3/off
    board: complete: 4/off 3/off
    lights: dark's tray complete, dark's bar turn
dice lifted
    * dark plays 4/off 3/off
    * dark is done
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 6 5 4 3 movable, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. Your numbers 2 and 1 can both be played, so both must be: look for a way to do it.
dice 6-3
    to dark: Dark, the dice have been thrown again. Your button lets 6 and 3 count instead of the first throw, NO lets the first throw stand.
    lights: 6 5 4 3 movable, dark's bar offer
light plays 4/2 3/2
    board: complete: 4/2 3/2
    lights: 2 complete, light's bar turn
dice lifted
    * light plays 4/2 3/2
    * light is done
    lights: dark's bar turn
