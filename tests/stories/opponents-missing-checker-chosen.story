# The same on the page: who chooses the play has answered no more than by his button.

rulebook: tournament
match: 3
profile: tournament
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
dark lifts 24
    board: in hand from 1
dark puts 6 on top
press light
    to light: Light, does a checker lie on top of another on point 1? Then please lay them side by side. If not, something is not right yet. One of your opponent's checkers is missing: put it back at point 1. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 1 doubt
dark says choose 1
    to light: Light, Dark says that all is right, but I see something else on point 1. If it is right there, press your button, and I take your word for it.
    lights: light's bar offer, 1 doubt
wait 1s
press no
    to light: Light, one thing is not right yet. One of your opponent's checkers is missing: put it back at point 1.
    lights: light's bar turn
dark lifts 6
dark puts 24
    board: complete: 8/5 6/5
press light
