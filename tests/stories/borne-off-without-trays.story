# The board has no sensors under its trays: what is neither on it nor on the bar is off.

rulebook: tournament
match: 3
profile: casual
sensor: slots without trays

wanted, light to throw: light 6(3) 5(3) 4(3) 2(2) 1(2) | dark 6(3) 5(3) 4(3) 2(2) 1(2)
    board: DISTURBED: 26 checkers to be carried
    lights: 24 23 21 20 19 6 5 4 2 1 missing
set up
    lights: light's bar turn
dice 6-4
    * light throws 6-4
    lights: 6 5 4 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 2 light's tray
    lights: 6 lifted, 2 light's tray destination, light's bar turn
light puts box
light lifts 4
    board: complete: 6/off 4/off; or 2 in hand from 6 4, for 2 light's tray
    lights: 6 4 lifted, 2 destination, light's tray complete, light's bar turn
light puts dark's tray
wait 1s
dice lifted
    * light plays 6/off 4/off
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 6 5 4 movable, dark's bar turn
dark plays 6/off
    board: in hand from 6, for 2 dark's tray
    lights: 6 lifted, 2 dark's tray destination, dark's bar turn
dark lifts light from 19
    board: 2 in hand from 19 6, for 2 dark's tray
    lights: 19 6 lifted, 2 dark's tray destination, dark's bar turn
dark puts light on box
dark plays 4/off
    board: 3 in hand from 19 6 4, for 2 dark's tray
    lights: 19 6 4 lifted, 2 dark's tray destination, dark's bar turn
dice lifted
    to dark: Dark, does a checker lie on top of another on point 19? Then please lay them side by side. If not, something is not right yet. One of your opponent's checkers is missing: put it back at point 19. Or is it there, and I do not see it? Then its switch is dead: Light, press your button to confirm, or NO to deny.
    lights: light's bar offer, 19 doubt
