# Six on point 2 are felt as five: 6/off and 2/off beside the board look like 6/4/off.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6 2(6) 1(3) | dark 6 2(2) 1(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 19 6 2 1 light's tray dark's tray missing
set up: light 6 2(6) 1(3) off(5) | dark 6 2(2) 1(2) off(10)
    lights: light's bar turn
dice 6-2
    * light throws 6-2
    lights: 6 2 movable, light's bar turn
light plays 6/box 2/off
    board: complete: 6/off
    lights: light's tray complete, light's bar turn
dice lifted
    to light: Light, several plays look like this, and the lamps show one of them. Your button takes it, NO shows the next.
    lights: light's tray ambiguous, 2 chosen, light's bar turn
light says choose 2
    * light plays 6/off 2/off
    * light is done
    lights: dark's bar turn
dice 4-1
    * dark throws 4-1
    lights: 6 2 1 movable, dark's bar turn
dark plays 6/1
    board: complete: 6/1
    lights: 1 complete, dark's bar turn
