# A position asked for on the page holds only if both agree: no refused play passes by it.
sensor: slots
profile: tournament
match: 3

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/4 6/5
    board: not finished
press light
    to light: Light, one thing is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that.
    board: ILLEGAL (no die): 4 to 6
    lights: 4 illegal, 6 came from, light's bar turn
wanted, dark to throw: light 4(1) 5(1) 6(4) 8(2) 13(5) 24(2) | dark 6(5) 8(3) 13(5) 24(2)
    to dark: Dark, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: 4 illegal, 6 came from, dark's bar offer
# Light cannot agree in Dark's place, and Light's button still says that the turn is over.
wait 2s
press light
    to light: Light, one thing is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that.
wait 2s
dice 6-4
    to dark: Dark, that throw came too early and does not count: wait until Light has finished the turn, then throw again.
press no
    to dark: Dark does not want to go on from another position: the match stays as it is.
    lights: 4 illegal, 6 came from, light's bar turn
wait 2s
press light
    to light: Light, one thing is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that.
light plays 4/5 5/4
    board: ILLEGAL (no die): 4 to 6
press light
    to light: Light, something is not right yet. From point 6 to point 4 is 2 pips, and no number you have left makes that. Or do I see a checker on point 4 that is not there? Then its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 4 doubt
