# A hand is held over a checker on the bar, of which the camera is not sure, and over where it enters.

rulebook: tournament
match: 3
profile: casual
sensor: camera

wanted, dark to throw: light 24(2) 13(5) 8 7 6(5) 5 | dark bar 24 13(4) 8(4) 6(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 8 7 6 5 1 dark's bar missing
set up
    lights: dark's bar turn
camera doubts dark's bar
dice 6-1
    * dark throws 6-1
    lights: dark's bar movable
wait 1s
dark's hand over dark's bar, 24, 18
wait 1s
hands away
wait 1s
