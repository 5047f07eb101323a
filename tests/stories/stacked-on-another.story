# A checker is laid on top of another while slots are free: no switch feels it.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light lifts 13
    board: complete: 13/6; or in hand from 13, for 7 6
    lights: 13 lifted, 7 destination, 6 complete, light's bar turn
light puts 7 in slot 1
    board: not finished
    lights: 24 8 7 6 movable, light's bar turn
light lifts 8
    board: in hand from 8, for 7
    lights: 8 lifted, 7 destination, light's bar turn
light puts 7 in slot 1
wait 1s
dice lifted
    to light: Light, does a checker lie on top of another on point 7? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 7 doubt
light lifts 7
light puts 7 in slot 2
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
wait 1s
dice lifted
    * light plays 13/7 8/7
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    lights: 24 13 8 6 movable, dark's bar turn
# Nobody mends it this time, and light confirms that it lies there.
dark lifts 13
    board: complete: 13/6; or in hand from 13, for 7 6
    lights: 13 lifted, 7 destination, 6 complete, dark's bar turn
dark puts 7 in slot 1
    board: not finished
    lights: 24 8 7 6 movable, dark's bar turn
dark lifts 8
    board: in hand from 8, for 7
    lights: 8 lifted, 7 destination, dark's bar turn
dark puts 7 in slot 1
wait 1s
dice lifted
    to dark: Dark, does a checker lie on top of another on point 7? Then please lay them side by side. If not, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Light, press your button to confirm, or NO to deny.
    lights: light's bar offer, 7 doubt
press light
    to both: A switch is dead on point 18 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * dark plays 13/7 8/7
    * dark is done
    lights: light's bar turn
