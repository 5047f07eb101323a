# The switch under a pile of six dies: one fault hides two checkers.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(6) 8(3) 13(4) 24(2) | dark 6(5) 8(3) 13(5) 24(2)
    board: DISTURBED: 30 checkers to be carried
set up: light 6(6) 8(3) 13(4) 24(2) | dark 6(5) 8(3) 13(5) 24(2)
    lights: light's bar turn
switch 2 of light's 6 dies
    board: 2 in hand from 6
wait 1s
dice 5-3
    * light throws 5-3
    board: 2 in hand from 6, for 3
    lights: 6 lifted, 3 destination, light's bar turn
light plays 13/8 13/10
    board: 2 in hand from 6
    lights: 6 lifted, light's bar turn
dice lifted
    to light: Light, does a checker lie on top of another on point 6? Then please lay them side by side. If not, something is not right yet. 2 of your checkers are missing: put them back at point 6. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 6 doubt
press dark
    to both: A switch is dead on point 6 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 13/10 13/8
    * light is done
    lights: dark's bar turn
