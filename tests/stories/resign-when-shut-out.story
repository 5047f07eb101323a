# A player who cannot move resigns: his button is asked twice, and not in haste.
sensor: slots
profile: club

wanted, light to throw: light 6(5) 5(5) 4(4) bar(1) | dark 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) 8(3)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 22 21 20 19 17 6 5 4 light's bar missing
set up
    lights: light's bar turn
dice 6-6
    * light throws 6-6
    to light: Light, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
press resign
    to light: Light, if you want to resign a game, press your button.
    lights: light's bar confirm
press light
    to light: Light, if you want to resign a game, press your button.
wait 1.2s
press light
    to light: Light, are you sure that you want to resign a game? To confirm, press your button once more; NO cancels it.
wait 1.2s
press light
    * light offers to resign a game
    lights: dark's bar offer
press dark
    * dark accepts
    * dark wins a game: 1; the score is 0-1
    board: DISTURBED: 18 checkers to be carried
    lights: 19 13 12 8 1 missing, 23 22 21 20 5 4 light's bar too many
