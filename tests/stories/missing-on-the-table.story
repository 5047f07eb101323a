# A dark checker falls off the table while light moves; dark says that no switch is to blame.

rulebook: tournament
match: 3
profile: casual
sensor: hall

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
light lifts dark from dark's 6
    board: in hand from 19
    lights: 19 lifted, light's bar turn
light puts dark on box
wait 1s
dice lifted
    to light: Light, does a checker lie on top of another on point 19? Then please lay them side by side. If not, something is not right yet. One of your opponent's checkers is missing: put it back at point 19. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 19 doubt
press no
    to light: Light, one thing is not right yet. One of your opponent's checkers is missing: put it back at point 19.
    lights: 19 lifted, light's bar turn
light lifts dark from box
light puts dark on dark's 6
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
