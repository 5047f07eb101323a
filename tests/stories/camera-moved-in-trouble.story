# Nothing is wrong as long as the camera is in trouble; afterwards it is.

rulebook: tournament
match: 3
profile: casual
sensor: camera

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
camera is covered
    board: UNREADABLE
    to both: Something covers the camera, or most of the board. Please take it away.
    lights: 24 13 12 1 light's bar dark's bar link lost
light plays 13/7
wait 3s
camera is board lost
    to both: The camera cannot find the board any more. Please put both back where they were, or set up the starting position.
camera sees again
    to both: The camera sees the board again.
    board: not finished
    lights: 13 lifted, 10 9 destination, light's bar turn
wait 1s
press light
wait 1s
    to light: Light, one thing is not right yet. From point 13 to point 7 is 6 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 7 to 13
    lights: 7 illegal, 13 came from, light's bar turn
