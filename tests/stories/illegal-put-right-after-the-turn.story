# Where the opponent decides, a play that is put right after the turn is offered to him.

rulebook: tournament
match: stakes
profile: money
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
light plays 4/5
    to dark: Dark, if you want Light to play again, press your button. If you throw, the play stands as it lies.
    board: ILLEGAL (turn is over): light 20 to 21
    lights: 20 illegal, 21 came from, dark's bar confirm
wait 1s
press dark
    * dark has the play retaken
    board: complete: 8/5 6/5
    lights: light's bar turn
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-2
    * dark throws 6-2
