# A checker that was borne off beside the board is on it again in the next game.
match: 3
sensor: slots

set up
    board: as it should be
    lights: none
wanted, light to throw: light 2 1(3) | dark 6(5) 1
    board: DISTURBED: 22 checkers to be carried
    lights: 2 1 light's tray dark's tray missing, 24 17 13 12 8 6 too many
set up
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 2 1 movable, light's bar turn
light plays 2/box 1/box
    board: 2 in hand from 2 1, for light's tray
    lights: 2 1 lifted, light's tray destination, light's bar turn
press light
    * light plays 2/off 1/off
    * light is done
    lights: dark's bar turn
wanted, light to throw: light 6 5(2) 4(2) 3(10) | dark 6(5) 5(10)
    to light: Light, somebody has asked on the page to go on from another position, with Light to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: light's bar offer
wait 1s
press light
    to dark: Dark, somebody has asked on the page to go on from another position, with Light to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: dark's bar offer
wait 1s
press dark
    to both: The game goes on from another position, with Light to throw. The lamps lead to it.
    board: DISTURBED: 25 checkers to be carried
    lights: 20 6 5 4 3 missing, 24 1 light's tray dark's tray too many
set up
    lights: light's bar turn
dice 6-1
    * light throws 6-1
    lights: 6 5 4 3 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 5 2 light's tray
    lights: 6 lifted, 5 2 light's tray destination, light's bar turn
light puts light on dark's tray
    board: complete: 6/off
    lights: light's tray complete, light's bar turn
light plays 5/4
    board: complete: 6/off 5/4
    lights: 4 light's tray complete, light's bar turn
wait 2s
press light
    * light plays 6/off 5/4
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    lights: 6 5 movable, dark's bar turn
dark plays 6/off 5/4
    board: complete: 6/off 5/4
    lights: 4 dark's tray complete, dark's bar turn
press dark
    * dark plays 6/off 5/4
    * dark is done
    lights: light's bar turn
wait 2s
