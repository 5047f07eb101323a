# A switch that stuck once and was covered since sticks again: dark's pile hides that one is too many.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(4) 5 13(5) 8(3) 24(2) | dark 6(7) 8(3) 13(4) 24
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 8 6 5 1 missing
set up
    lights: light's bar turn
dice 3-1
    * light throws 3-1
    lights: 24 13 8 6 5 movable, light's bar turn
switch 4 of light's 6 sticks
light plays 8/5 6/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. Your opponent's checker was moved from point 19 to point 6: put it back.
    board: ILLEGAL (opponents checker moved): dark 6 to 19
    lights: 6 illegal, 19 came from, light's bar turn
press light
    to light: Light, something is not right yet. Your opponent's checker was moved from point 19 to point 6: put it back. Or do I see a checker on point 6 that is not there? Then its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 6 doubt
wait 4s
press dark
    to both: A switch sticks on point 6 (as Light counts). Play on: I know now that it may show a checker too many.
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-5
    * dark throws 6-5
    lights: 24 13 8 movable, dark's bar turn
dark plays 24/13
    board: complete: 24/13
    lights: 13 complete, dark's bar turn
dice lifted
    * dark plays 24/13
    * dark is done
    lights: light's bar turn
dice 6-2
    * light throws 6-2
    lights: 24 13 8 6 5 movable, light's bar turn
light plays 24/18 8/6
    board: complete: 24/18 8/6; or in hand from 8, for 6
    lights: 8 lifted, 18 6 complete, light's bar turn
dice lifted
    * light plays 24/18 8/6
    * light is done
    lights: dark's bar turn
dice 2-1
    * dark throws 2-1
    lights: 13 8 6 movable, dark's bar turn
dark plays 13/11 6/5
    board: complete: 13/11 6/5
    lights: 11 5 complete, dark's bar turn
dice lifted
    * dark plays 13/11 6/5
    * dark is done
    lights: light's bar turn
dice 4-2
    * light throws 4-2
    lights: 24 18 13 8 6 5 movable, light's bar turn
light plays 8/4 6/4
    board: not finished
    lights: 24 18 13 6 5 4 movable, light's bar turn
wait 9s
    board: UNREADABLE 6
    lights: light's bar turn, 6 doubt
dice lifted
    to light: Light, something is not right yet. Your opponent's checker was moved from point 19 to point 6: put it back. Or do I see a checker on point 6 that is not there? Then its switch sticks: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 6 doubt
press dark
    to both: A switch sticks on point 6 (as Light counts). Play on: I know now that it may show a checker too many.
    * light plays 8/4 6/4
    * light is done
    lights: dark's bar turn
