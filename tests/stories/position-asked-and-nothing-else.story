# While Light is asked about another position, nothing that Dark does changes what Light's button answers.

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
wanted, light to throw: light 6(6) 8(3) 13(5) 24(1) | dark 6(5) 8(3) 13(5) 24(2)
    to light: Light, somebody has asked on the page to go on from another position, with Light to throw. The match stays as it is until both of you agree: press your button if you want that, or NO.
    lights: light's bar offer
wait 2s
dark says double
    to dark: Sorry, Dark. That is not possible now.
    to light: Light, somebody has asked on the page to go on from another position, with Light to throw. The match stays as it is until both of you agree: press your button if you want that, or NO.
dark says resign a game
    to dark: Sorry, Dark. That is not possible now.
    to light: Light, somebody has asked on the page to go on from another position, with Light to throw. The match stays as it is until both of you agree: press your button if you want that, or NO.
dice 6-5
    * dark throws 6-5
    lights: 24 13 8 movable, dark's bar turn
wanted, light to throw: light 6(6) 8(3) 13(5) 24(1) | dark 6(5) 8(3) 13(5) 24(2)
    to light: Light, somebody has asked on the page to go on from another position, with Light to throw. The match stays as it is until both of you agree: press your button if you want that, or NO.
    lights: 24 13 8 movable, light's bar offer
press dark
    to dark: Dark, one thing is not right yet. Your numbers 6 and 5 can both be played, so both must be: look for a way to do it.
press dark
    to dark: Dark, one thing is not right yet. Your numbers 6 and 5 can both be played, so both must be: look for a way to do it.
wait 2s
press no
    to light: Light does not want to go on from another position: the match stays as it is.
    lights: 24 13 8 movable, dark's bar turn
press dark
    to dark: Dark, something is not right yet. Your numbers 6 and 5 can both be played, so both must be: look for a way to do it. Or do I see a checker on point 24 that is not there? Then its switch sticks: Light, press your button to confirm.
    lights: light's bar offer, 24 doubt
press dark
    to dark: Dark, something is not right yet. Your numbers 6 and 5 can both be played, so both must be: look for a way to do it. Or do I see a checker on point 24 that is not there? Then its switch sticks: Light, press your button to confirm.
