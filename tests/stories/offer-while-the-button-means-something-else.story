# A button pressed for something else does not answer an offer made in the same moment.

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
dark says resign a game
    * dark offers to resign a game
    lights: light's bar offer
press light
    to light: Light, Dark offers to resign: your button accepts, NO refuses.
wait 2s
press no
    * light refuses and plays on
    lights: light's bar turn
wait 2s
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
wanted, light to throw: light 6(6) 8(3) 13(5) 24(1) | dark 6(5) 8(3) 13(5) 24(2)
    to light: Light, somebody has asked on the page to go on from another position, with Light to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: light's bar offer
wait 2s
dark says double
    * dark doubles to 2
press light
    to light: Light, Dark has doubled: your button takes, NO drops.
wait 2s
press light
    * light takes at 2
    lights: dark's bar turn
