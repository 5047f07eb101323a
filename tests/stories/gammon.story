# A gammon, since dark has borne off none; and the whole match with it.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 2 1 | dark 13(10) 6(5)
    board: DISTURBED: hand to 1, hand to 2, dark hand to 12 (10), dark hand to 19 (5), hand to light's tray (13)
    lights: 19 12 2 1 light's tray missing
set up
    lights: light's bar turn
press cube
    to light: Light, if you want to double, press your button.
    lights: light's bar confirm
press light
    * light doubles to 2
    lights: dark's bar offer
press dark
    * dark takes at 2
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 2 movable, light's bar turn
light plays 2/off 1/off
    board: complete: 2/off 1/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 2/off 1/off
    * light is done
    * light wins a gammon: 4; the score is 4-0
    * light wins the match
    board: DISTURBED: dark light's tray to 1 (2), light's tray to 6 (5), light's tray to 8 (3), light's tray to 13 (5), dark hand to 17 (3), hand to 24 (2)
    lights: 24 17 13 8 6 1 missing, light's tray too many
set up
    the next match may begin
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
