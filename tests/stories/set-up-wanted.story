# In the middle of a game the players want to look at another position, and play on from it.

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
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
wanted, dark to throw: light 6(5) 8(3) 13(4) 24(2) bar | dark 6(5) 8(2) 13(5) 24(2) 4
    to light: Light, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: light's bar offer
# A second request is asked about anew.
wanted, dark to throw: light 6(5) 8(3) 13(4) 24(2) bar | dark 6(5) 8(2) 13(5) 24(2) 4
    to light: Light, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
wait 1s
press light
    to dark: Dark, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: dark's bar offer
# A press in haste is no answer.
press dark
    to dark: Dark, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
wait 1s
press dark
    to both: The game goes on from another position, with Dark to throw. The lamps lead to it.
    board: DISTURBED: 5 to 6, 5 to 8, dark 13 to 21, 17 to light's bar
    lights: 21 8 6 light's bar missing, 17 13 5 too many
dark lifts 8
    lights: 21 8 6 light's bar missing, 13 5 too many
dark puts 4
    lights: 8 6 light's bar missing, 13 5 too many
set up
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/14
    board: complete: 24/14
    lights: 14 complete, dark's bar turn
dice lifted
    * dark plays 24/14
    * dark is done
    lights: light's bar turn
dice 6-6
    * light throws 6-6
    to light: Light, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
dice lifted
    * light is done
    lights: dark's bar turn
