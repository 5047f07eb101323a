# The opponent doubles with the button after a play of which a dead switch hides a checker.

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
switch 1 of light's 5 dies
light plays 8/5
    board: in hand from 8, for 7 5 4
    lights: 8 lifted, 7 5 4 destination, light's bar turn
light lifts 6
    board: 2 in hand from 8 6, for 7 5 4 3 2
    lights: 8 6 lifted, 7 5 4 3 2 destination, light's bar turn
light puts 5 in slot 1
wait 2s
press cube
    to dark: Dark, if you want to double, press your button.
    lights: 8 6 lifted, 7 5 4 3 2 destination, dark's bar confirm
wait 2s
press dark
    to dark: Sorry, Dark. It is your opponent's turn.
    lights: 8 6 lifted, 7 5 4 3 2 destination, light's bar turn
wait 2s
press light
    to light: Light, 3 things are not right yet. 2 of your checkers are missing: put them back at point 8 and point 6. Your numbers 3 and 1 can both be played, so both must be: look for a way to do it.
