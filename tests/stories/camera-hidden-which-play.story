# What a hand hides may be several plays: the opponent says which, but alone he decides nothing.

rulebook: tournament
match: 3
profile: casual
sensor: camera

set up
    board: as it should be
    lights: none
dice 2-1
    * opening throw: light 2, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light's hand over 11, 10, 23, 22, 6, 5, 4
light plays 13/11 6/5
    board: in hand from 13, for 11 10 5 3
    lights: 13 lifted, 11 10 5 3 destination, light's bar turn
press light
wait 6s
    to light: Light, I cannot see what lies on point 4, on point 5, on point 6, on point 10, on point 11, on point 22 and on point 23. Please take away what hides it. If you cannot: Dark, press your button if everything there is right.
    lights: 13 lifted, 11 10 5 3 destination, dark's bar offer
press dark
    lights: 13 lifted, 11 10 5 3 destination, light's bar turn
wait 1s
    to dark: Dark, several plays look like this, and the lamps show one of them. Your button takes it, NO shows the next.
    lights: 11 5 ambiguous, 10 chosen, dark's bar turn
press dark
    to light: Light, Dark says that you have played what the lamps show. If so, press your button; if not, press NO, and take away what hides the board.
    lights: 10 chosen, light's bar turn
wait 2s
press no
    to light: Light, I cannot see what lies on point 4, on point 5, on point 6, on point 10, on point 11, on point 22 and on point 23. Please take away what hides it. If you cannot: Dark, press your button if everything there is right.
    lights: 13 lifted, 11 10 5 3 destination, dark's bar offer
wait 2s
hands away
    board: complete: 13/11 6/5
    lights: 11 5 complete, light's bar turn
wait 1s
    * light plays 13/11 6/5
    * light is done
    lights: dark's bar turn
press light
dice 2-1
    * dark throws 2-1
    lights: 24 13 8 6 movable, dark's bar turn
dark's hand over 11, 10, 23, 22, 6, 5, 4
dark plays 13/11 6/5
    board: in hand from 13, for 11 10 5 3
    lights: 13 lifted, 11 10 5 3 destination, dark's bar turn
press dark
wait 6s
    to dark: Dark, I cannot see what lies on point 23, on point 22, on point 11, on point 10, on point 6, on point 5 and on point 4. Please take away what hides it. If you cannot: Light, press your button if everything there is right.
    lights: 13 lifted, 11 10 5 3 destination, light's bar offer
press light
    lights: 13 lifted, 11 10 5 3 destination, dark's bar turn
wait 1s
    to light: Light, several plays look like this, and the lamps show one of them. Your button takes it, NO shows the next.
    lights: 11 5 ambiguous, 10 chosen, light's bar turn
press no
    lights: 10 ambiguous, 11 5 chosen, light's bar turn
press light
    to light: Light, several plays look like this, and the lamps show one of them. Your button takes it, NO shows the next.
wait 2s
press light
    to dark: Dark, Light says that you have played what the lamps show. If so, press your button; if not, press NO, and take away what hides the board.
    lights: 11 5 chosen, dark's bar turn
press dark
    to dark: Dark, Light says that you have played what the lamps show. If so, press your button; if not, press NO, and take away what hides the board.
wait 2s
press dark
    * dark plays 13/11 6/5
    * dark is done
    lights: light's bar turn
