# Dark lays the checker that he has hit into his own tray.

rulebook: tournament
match: 3
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
dice 6-3
    * opening throw: light 6, dark 3: light begins
    lights: light's bar turn
light plays 24/15
    board: complete: 24/15
press light
    * light plays 24/15
    * light is done
    lights: dark's bar turn
dice 4-3
    * dark throws 4-3
dark plays 24/20
    board: not finished
dark lifts light from 10
    board: in hand from 10
dark puts light on dark's tray
    board: not finished
dark plays 13/10
    board: not finished
press dark
    to dark: Dark, one thing is not right yet. The checker you hit on point 10 belongs on the bar: put it there.
    board: ILLEGAL (hit checker not on bar): light dark's tray to light's bar
    lights: dark's tray illegal, light's bar came from, dark's bar turn
