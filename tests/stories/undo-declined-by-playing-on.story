# A player who ends his turn instead of answering declines to take back the turn before.

match: 3
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-5
    * dark throws 6-5
    lights: 24 13 8 movable, dark's bar turn
dark plays 24/18 13/8
    board: complete: 24/18 13/8
    lights: 18 8 complete, dark's bar turn
press undo
    to light: Light, if you want to take back your last turn, press your button.
    lights: 18 8 complete, light's bar confirm
wait 3s
press light
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: 18 8 complete, dark's bar offer
wait 2s
press dark
    * dark does not agree to take it back
    * dark plays 24/18 13/8
    * dark is done
    lights: light's bar turn
wait 2s
press light
    to light: Light, please throw first.
