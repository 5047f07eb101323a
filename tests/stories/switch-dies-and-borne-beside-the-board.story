# A switch dies, and a checker is borne off beside the board: only the switch is distrusted.
rulebook: tournament
profile: club
sensor: slots

wanted, light to throw: light 6(5) 5(5) 3(2) 2 | dark 6(5) 8(3) 13(5) 24(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 19 17 12 6 5 3 2 1 light's tray missing
set up: light 6(5) 5(5) 3(2) 2 | dark 6(5) 8(3) 13(5) 24(2)
    lights: light's bar turn
dice 6-5
    * light throws 6-5
switch 3 of light's 6 dies
    board: in hand from 6, for light's tray
light lifts 6
    board: 2 in hand from 6, for light's tray
light puts dark's tray
    board: in hand from 6
light lifts 5
    board: 2 in hand from 6 5, for light's tray
light puts beside the board
dice lifted
    to light: Light, does a checker lie on top of another on point 6? Then please lay them side by side. If not, something is not right yet. 2 of your checkers are missing: put them back at point 6 and point 5. Your numbers 6 and 5 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 6 doubt
wait 2s
press light
    to light: Light, does a checker lie on top of another on point 6? Then please lay them side by side. If not, something is not right yet. 2 of your checkers are missing: put them back at point 6 and point 5. Your numbers 6 and 5 can both be played, so both must be: look for a way to do it. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
wait 2s
press dark
    to both: A switch is dead on point 6 (as Light counts). Play on: I know now that a checker may lie there unseen.
    * light plays 6/off 5/off
    * light is done
    lights: dark's bar turn
wait 2s
dice 4-3
    * dark throws 4-3
