# A camera does not count what was borne off; whoever throws has seen that no checker is in hand.

rulebook: tournament
match: 3
profile: casual
sensor: camera

wanted, light to throw: light 6(5) 5(5) 3 2 | dark 6(15)
    board: DISTURBED: hand to 2, hand to 3, hand to 5 (5), hand to 6 (5), dark hand to 19 (15), hand to light's tray (3)
    lights: 19 6 5 3 2 light's tray missing
set up
    lights: light's bar turn
camera doubts light's tray
dice 3-2
    * light throws 3-2
    lights: 6 5 3 2 movable, light's bar turn
light plays 3/off 2/off
    board: complete: 3/off 2/off; or in hand from 2, for light's tray
    lights: 2 lifted, light's tray complete, light's bar turn
light's hand over 24
    board: in hand from 2, for light's tray
    lights: 2 lifted, light's tray destination, light's bar turn
dice 5-4
hands away
    board: complete: 3/off 2/off; or in hand from 2, for light's tray
    lights: 2 lifted, light's tray complete, light's bar turn
wait 2s
    * light plays 3/off 2/off
    * light is done
    * dark throws 5-4
    lights: 6 movable, dark's bar turn
