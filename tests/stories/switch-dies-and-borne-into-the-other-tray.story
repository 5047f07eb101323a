# A checker borne off lies in the opponent's tray, and a switch elsewhere is dead.

rulebook: tournament
match: 3
profile: club
sensor: slots

wanted, light to throw: light 6(5) 5(4) 4(4) 2(2) | dark 6(5) 5(4) 4(4) 2(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 23 21 20 19 6 5 4 2 missing
set up
    lights: light's bar turn
switch 1 of light's 3 dies
dice 6-1
    * light throws 6-1
light lifts 6
    board: in hand from 6, for 5 light's tray
light puts dark's tray
    board: not finished
light plays 4/3
    board: in hand from 4, for 3
dice lifted
    to light: Light, something is not right yet. One of your checkers is missing: put it back at point 4. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it. Or does a checker lie on point 3 that I do not see? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 3 doubt
press dark
    to both: A switch is dead on point 3 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 6/off 4/3
    * light is done
    lights: dark's bar turn
dice lifted
press dark
    to dark: Dark, please throw first.
