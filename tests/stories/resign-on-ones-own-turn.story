# The player on turn resigns with the shared button and his own, also after his throw.
sensor: slots
profile: club

press resign
    to light: Sorry, Light. That is not possible now.
set up
    board: as it should be
    lights: none
press resign
    to light: Sorry, Light. That is not possible now.
dice 2-1
    * opening throw: light 2, dark 1: light begins
    lights: light's bar turn
press resign
    to light: Light, if you want to resign a game, press your button.
    lights: light's bar confirm
wait 2s
press light
    to light: Light, are you sure that you want to resign a game? To confirm, press your button once more; NO cancels it.
wait 2s
press light
    * light offers to resign a game
    lights: dark's bar offer
press no
    * dark refuses and plays on
    lights: light's bar turn
wait 1s
# Whoever moves does not resign: the question lapses.
press resign
    to light: Light, if you want to resign a game, press your button.
    lights: light's bar confirm
light plays 13/11 6/5
    board: complete: 13/11 6/5
    lights: light's bar turn
wait 2s
press light
    * light plays 13/11 6/5
    * light is done
    lights: dark's bar turn
dice 6-5
    * dark throws 6-5
press resign
    to dark: Dark, if you want to resign a game, press your button.
    lights: dark's bar confirm
wait 2s
press dark
    to dark: Dark, are you sure that you want to resign a game? To confirm, press your button once more; NO cancels it.
wait 2s
press dark
    * dark offers to resign a game
    lights: light's bar offer
press light
    * light accepts
    * light wins a game: 1; the score is 1-0
    board: DISTURBED: 5 to 6, 11 to 13
    lights: 13 6 missing, 11 5 too many
set up
    * game 2
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
# The button of a player who has played ends his turn.
press resign
    to light: Sorry, Light. Your turn is not finished.
wait 2s
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 2-2
    * dark throws 2-2
press resign
    to dark: Dark, if you want to resign a game, press your button.
    lights: dark's bar confirm
dark plays 13/11
    board: not finished
    lights: dark's bar turn
