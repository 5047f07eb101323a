# A board that feels places and one that feels slots; one is unplugged and play goes on.

rulebook: tournament
match: 3
profile: casual
sensor: slots and single

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
slots unplugged
    to both: I cannot reach the device slots. Is everything plugged in?
wait 1s
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
light says choose 1
    to both: That does not fit the match as it is now: please look at the board and the lamps, and try again.
slots plugged in
    to both: I can reach everything again.
wait 1s
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
