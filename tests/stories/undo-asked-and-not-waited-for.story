# Whoever has asked to take back a turn waits for the answer.
sensor: slots
profile: tournament

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dark says undo
    * dark wants the last turn taken back
    to light: Light, Dark wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: light's bar offer
dice 6-1
    to light: Dark, that does not count before Light has answered. Light, your button agrees to take the last turn back, NO refuses.
dark says undo
    to light: Dark, that does not count before Light has answered. Light, your button agrees to take the last turn back, NO refuses.
press light
    * light agrees to take it back
    board: complete: 8/5 6/5
    lights: light's bar turn
