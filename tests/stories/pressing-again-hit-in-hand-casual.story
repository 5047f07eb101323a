# Pressing again buys nothing: the checker that was hit is kept in the hand (casual).

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up
    board: as it should be
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 13/11
    board: complete: 24/18 13/11
    lights: 18 11 complete, light's bar turn
dice lifted
    * light plays 24/18 13/11
    * light is done
    lights: dark's bar turn
dice 6-3
    * dark throws 6-3
    lights: 24 13 8 6 movable, dark's bar turn
dark lifts light from 7
    board: in hand from 7
    lights: 7 lifted, dark's bar turn
dark plays 13/7 13/10
    board: in hand from light's bar
    lights: light's bar lifted, dark's bar turn
press dark
    to dark: Dark, something is not right yet. The checker you hit on point 7 belongs on the bar: put it there. Or does a checker lie on Light's half of the bar that I do not see? Then its switch is dead: Light, press your button to confirm, or NO to deny.
    lights: light's bar offer
wait 1s
press dark
    to dark: Dark, something is not right yet. The checker you hit on point 7 belongs on the bar: put it there. Or does a checker lie on Light's half of the bar that I do not see? Then its switch is dead: Light, press your button to confirm, or NO to deny.
wait 1s
press dark
    to dark: Dark, something is not right yet. The checker you hit on point 7 belongs on the bar: put it there. Or does a checker lie on Light's half of the bar that I do not see? Then its switch is dead: Light, press your button to confirm, or NO to deny.
wait 1s
dice lifted
    to dark: Dark, something is not right yet. The checker you hit on point 7 belongs on the bar: put it there. Or does a checker lie on Light's half of the bar that I do not see? Then its switch is dead: Light, press your button to confirm, or NO to deny.
dark says yes
    to dark: Dark, something is not right yet. The checker you hit on point 7 belongs on the bar: put it there. Or does a checker lie on Light's half of the bar that I do not see? Then its switch is dead: Light, press your button to confirm, or NO to deny.
wait 1s
