# It counts where no contact is left.

rulebook: graves
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 10 9 6(5) 4(4) 3(4) | dark 10 9 6(5) 4(4) 3(4)
    board: DISTURBED: 30 checkers to be carried
    lights: 22 21 19 16 15 10 9 6 4 3 missing
set up
    lights: light's bar turn
light's dice 6-4
    * light throws 6-4
    lights: 10 9 6 movable, light's bar turn
light plays 10/4 9/5
    board: complete: 10/4 9/5
    lights: light's bar turn
dark's dice 6-4
    * light plays 10/4 9/5
    * light is done
    * dark throws 6-4
    lights: 10 9 6 movable, dark's bar turn
