# The checkers are set up as if Light sat on the other side: both say that this is how they sit.
sensor: hall

set up: light 19(5) 17(3) 12(5) 1(2) | dark 19(5) 17(3) 12(5) 1(2)
    to light: Light, the checkers are set up as if Light sat on the other side of the board. If that is how you sit, press your button; if not, press NO. Both of you are asked.
    board: DISTURBED: 30 checkers to be carried
    lights: light's bar offer
wait 1s
press light
    to dark: Dark, the checkers are set up as if Light sat on the other side of the board. If that is how you sit, press your button; if not, press NO. Both of you are asked.
    lights: dark's bar offer
# A press in haste is no answer.
press dark
    to dark: Dark, the checkers are set up as if Light sat on the other side of the board. If that is how you sit, press your button; if not, press NO. Both of you are asked.
wait 1s
press dark
    to both: I count the points from where you sit.
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 13/7 8/7
    board: complete: 13/7 8/7
    lights: 7 complete, dark's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: complete: 13/7 8/7
    lights: 7 complete, dark's bar turn
press dark
    * dark plays 13/7 8/7
    * dark is done
    lights: light's bar turn
