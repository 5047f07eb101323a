# Dice that were unplugged show other numbers: nobody has seen them roll.
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
dice 6-4
    * opening throw: light 6, dark 4: light begins
    lights: light's bar turn
light plays 24/18 6/2
    board: complete: 24/18 6/2
press light
    * light plays 24/18 6/2
    * light is done
    lights: dark's bar turn
dice unplugged
    to both: I cannot reach the dice. Is everything plugged in?
wait 5s
dice plugged in
    to both: I can reach everything again.
dice found showing 6-1
    to dark: Dark, I have not seen the dice roll. Please throw them.
wait 1s
dice 3-1
    * dark throws 3-1
dice unplugged
    to both: I cannot reach the dice. Is everything plugged in?
dice plugged in
    to both: I can reach everything again.
dice found showing 6-6
    to dark: Dark, your throw of 3 and 1 stands.
