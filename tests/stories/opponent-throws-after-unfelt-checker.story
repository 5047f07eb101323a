# A checker lies unseen, and the opponent throws: his throw is the act that ends the turn.

rulebook: tournament
match: 3
profile: casual
sensor: p5

set up
    board: as it should be
    lights: none
switch 1 of light's 3 dies
dice 5-2
    * opening throw: light 5, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/22 8/3
    board: in hand from 8, for 3
    lights: 8 lifted, 3 destination, light's bar turn
dice 2-6
    to light: Light, something is not right yet. One of your checkers is missing: put it back at point 8. Your numbers 5 and 2 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 3 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    to dark: Dark, your throw of 6 and 2 counts as soon as Light has finished the turn.
    lights: dark's bar offer, 3 doubt
press dark
    to both: A switch is dead on point 3 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 24/22 8/3
    * light is done
    * dark throws 6-2
    lights: 24 13 8 6 movable, dark's bar turn
