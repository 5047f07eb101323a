# The board is unplugged in the middle of a turn, and comes back.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
slots unplugged
    to both: I cannot reach the device slots. Is everything plugged in?
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
light plays 6/5
dice lifted
    to light: Light, I cannot see the board just now. Please try again in a moment.
press light
    to light: Light, I cannot see the board just now. Please try again in a moment.
slots plugged in
    to both: I can reach everything again.
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
