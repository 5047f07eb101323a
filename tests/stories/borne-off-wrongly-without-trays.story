# A board that feels no trays: a checker borne off by a number that does not do it.

rulebook: tournament
match: 3
sensor: p5
profile: club

wanted, light to throw: light 6(3) 5(3) 4(2) 3(2) | dark 6(5) 5(5) 4(4)
    board: DISTURBED: 24 checkers to be carried
    lights: 21 20 19 6 5 4 3 missing
set up
    lights: light's bar turn
wait 2s
dice 6-1
    * light throws 6-1
light plays 6/off 4/off
    board: 2 in hand from 6 4, for 5 3 light's tray
dice lifted
    to light: Light, does a checker lie on top of another on point 3? Then please lay them side by side. If not, something is not right yet. From point 4 to the tray is 4 pips, and no number you have left makes that. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 3 doubt
