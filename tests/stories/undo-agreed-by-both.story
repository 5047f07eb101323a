# In a club both must agree to take a turn back.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
both say undo
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    * dark agrees to take it back
    board: complete: 8/5 6/5
    lights: light's bar turn
light plays 5/6 5/8
    board: as it should be
wait 1s
