# A checker that was borne off beside the board is laid into a tray in the opponent's turn: his.

rulebook: tournament
match: 3
profile: club
sensor: counts

wanted, light to throw: light 6(3) 5(3) 4(3) 2(2) 1(2) | dark 13(2) 8(3) 6(5) 5(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 20 19 17 12 6 5 4 2 1 light's tray missing
set up
    lights: light's bar turn
press light
    to light: Light, please throw first.
press dark
dice 6-4
    * light throws 6-4
light lifts 6
    board: in hand from 6, for 2 light's tray
light puts box
light plays 4/off
    board: in hand from 4, for 6 light's tray
dice lifted
    * light plays 6/off 4/off
    * light is done
    lights: dark's bar turn
dice 5-3
    * dark throws 5-3
light lifts light from box
light puts light on dark's tray
dark plays 13/8 13/10
    board: complete: 13/10 13/8
dice lifted
    * dark plays 13/10 13/8
    * dark is done
    lights: light's bar turn
