# What NO has asked for waits for the own button: no other shared button takes its place.
rulebook: tournament
profile: money
match: stakes
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/4 6/5
    board: not finished
dice lifted
    * light plays 8/5 6/4
    * light is done
    to dark: Light, that play was not legal. From point 6 to point 4 is 2 pips, and no number you have left makes that. Dark, you decide: NO has it played again; throw or double, and it stands.
    lights: 21 20 illegal, 19 17 came from, dark's bar turn
wait 2s
press no
    to dark: Dark, if you want Light to play again, press your button. If you throw, the play stands as it lies.
    lights: 21 20 illegal, 19 17 came from, dark's bar confirm
wait 0.5s
press cube
    to dark: Dark, if you want Light to play again, press your button. If you throw, the play stands as it lies.
wait 1s
press dark
    * dark has the play retaken
    board: ILLEGAL (no die): 4 to 6
    lights: 4 illegal, 6 came from, light's bar turn
wait 2s
press dark
