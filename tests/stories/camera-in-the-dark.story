# A camera that cannot see says so, claims nothing, and sees again.

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
camera is too dark
    board: UNREADABLE
    to both: It is too dark for the camera. Please switch on a light, or take the cap off the lens.
    lights: 24 13 12 1 light's bar dark's bar link lost
light plays 8/5 6/5
dice lifted
    to light: Light, I cannot see the board just now. Please try again in a moment.
wait 1s
camera sees again
    to both: The camera sees the board again.
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
press light
wait 1s
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
