# A hall sensor keeps showing a light checker; a dark one is laid on it.

rulebook: tournament
match: 3
profile: club
sensor: hall

set up
    board: as it should be
    lights: none
dice 6-5
    * opening throw: light 6, dark 5: light begins
    lights: light's bar turn
light plays 24/13
    board: complete: 24/13; or in hand from 24, for 18 13
dice lifted
    * light plays 24/13
    * light is done
    lights: dark's bar turn
switch 1 of light's 24 sticks
dice 6-2
    * dark throws 6-2
dark plays 24/18 13/11
    board: complete: 24/18 13/11
dice lifted
    * dark plays 24/18 13/11
    * dark is done
    lights: light's bar turn
dice 6-2
    * light throws 6-2
light plays 24/18 6/4
    board: not finished
dice lifted
    to light: Light, one thing is not right yet. From point 13 to point 18 is the wrong way: your checkers move towards your home and off the board, never back.
    board: ILLEGAL (wrong direction): 18 to 13
    lights: 18 illegal, 13 came from, light's bar turn
press light
    to light: Light, something is not right yet. From point 13 to point 18 is the wrong way: your checkers move towards your home and off the board, never back. Or do I see a checker on point 24 that is not there? Then its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 24 doubt
press dark
    to both: A switch sticks on point 24 (as Light counts). Play on: I know now that it may show a checker too many.
    * light plays 24/18 6/4
    * light is done
    lights: dark's bar turn
dice 5-4
    * dark throws 5-4
dark lifts 6
    board: in hand from 6, for 2 1
dark puts 1 in slot 1
dark plays 8/4
    board: complete: 8/4 6/1
dice lifted
    * dark plays 8/4 6/1
    * dark is done
    lights: light's bar turn
