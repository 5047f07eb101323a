# What stays hidden is asked for: the player's own word is not enough, his opponent's is.

rulebook: tournament
match: 3
profile: casual
sensor: camera

set up
    board: as it should be
    lights: none
dice 6-5
    * opening throw: light 6, dark 5: light begins
    lights: 24 13 8 movable, light's bar turn
light plays 24/18/13
    board: complete: 24/13
    lights: 13 complete, light's bar turn
light's hand over 14, 13, 12
    board: not finished
    lights: light's bar turn
dice lifted
wait 3s
wait 3s
    to light: Light, I cannot see what lies on point 12, on point 13 and on point 14. Please take away what hides it. If you cannot: Dark, press your button if everything there is right.
    lights: dark's bar offer
press light
wait 1s
press dark
    lights: light's bar turn
wait 1s
    * light plays 24/13
    * light is done
    lights: dark's bar turn
