# By the graves rulebook, refereed casually, the opponent decides too.

rulebook: graves
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/9 6/3
    board: not finished
    lights: 13 lifted, 8 destination, light's bar turn
dice lifted
    * light plays 13/9 6/3
    * light is done
    to dark: Light, that play was not legal. From point 13 to point 9 is 4 pips, and no number you have left makes that. Dark, you decide: NO has it played again; throw or double, and it stands.
    lights: 22 16 illegal, 19 12 came from, dark's bar turn
press no
    to dark: Dark, if you want Light to play again, press your button. If you throw, the play stands as it lies.
    lights: 22 16 illegal, 19 12 came from, dark's bar confirm
press dark
    * dark has the play retaken
    board: ILLEGAL (no die): 9 to 13
    lights: 9 illegal, 13 came from, light's bar turn
light plays 9/8
    board: complete: 13/8 6/3
    lights: light's bar turn
dice lifted
    * light plays 13/8 6/3
    * light is done
    lights: dark's bar turn
