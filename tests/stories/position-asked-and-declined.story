# A throw stays as it is while a position is only asked for, and after a no.
sensor: hall
profile: tournament
match: 3

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-6
    * dark throws 6-6
wanted, dark to throw: light 5(2) 6(4) 8(2) 13(5) 24(2) | dark 6(5) 8(3) 13(5) 24(2)
    to light: Light, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: light's bar offer
wait 2s
press light
    to dark: Dark, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: dark's bar offer
wait 2s
dark says no
    to dark: Dark does not want to go on from another position: the match stays as it is.
    lights: dark's bar turn
dice 2-1
    to light: Light, the dice have been thrown again. Your button lets 2 and 1 count instead of the first throw, NO lets the first throw stand.
    lights: light's bar offer
wanted, light to throw: light 5(2) 6(4) 8(2) 13(5) 24(2) | dark 6(5) 8(3) 13(5) 24(2)
    to both: Sorry, Light and Dark. That is not possible now.
dark plays 24/18(2) 13/7(2)
    board: complete: 24/18(2) 13/7(2)
    lights: dark's bar turn
press dark
    * dark plays 24/18(2) 13/7(2)
    * dark is done
    lights: light's bar turn
# The question has ended with the turn.
wait 2s
press light
    to light: Light, please throw first.
