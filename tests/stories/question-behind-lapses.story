# A question that waits behind a shared button lapses with the board, as any other.

rulebook: tournament
match: 3
profile: casual
sensor: single

set up
    board: as it should be
    lights: none
dice 4-2
    * opening throw: light 4, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/4 6/4
    board: either 8/6 8/4 or 8/4 6/4
    lights: 8 6 4 ambiguous, light's bar turn
wait 1s
dice lifted
    to light: Light, several plays look like this, and the lamps show one of them. Your button takes it, NO shows the next.
    lights: 6 4 chosen, light's bar turn
press resign
    to dark: Dark, if you want to resign a game, press your button.
    lights: 8 6 4 ambiguous, dark's bar offer
wait 2s
light plays 4/8
wait 2s
light plays 13/11
    board: complete: 13/11 8/4
    lights: 11 4 complete, dark's bar offer
wait 2s
press no
    to dark: Dark, cancelled.
    lights: 11 4 complete, light's bar turn
wait 2s
press light
    * light plays 13/11 8/4
    * light is done
    lights: dark's bar turn
wait 3s
