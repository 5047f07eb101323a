# It counts where the play was forced.

rulebook: graves
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 24 2(3) 1(4) | dark 11(2) 6(5) 4(4) 3(4)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 22 21 19 14 2 1 light's tray missing
set up
    lights: light's bar turn
light's dice 6-4
    * light throws 6-4
    lights: 24 movable, light's bar turn
light plays 24/18
    board: complete: 24/18
    lights: light's bar turn
dark's dice 6-4
    * light plays 24/18
    * light is done
    * dark throws 6-4
    lights: 11 6 movable, dark's bar turn
