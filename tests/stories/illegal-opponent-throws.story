# For money the opponent decides: by throwing he accepts the play.

rulebook: tournament
match: stakes
profile: money
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: light's bar turn
light plays 13/9 6/3
    board: not finished
dice lifted
    * light plays 13/9 6/3
    * light is done
    to dark: Light, that play was not legal. From point 13 to point 9 is 4 pips, and no number you have left makes that. Dark, you decide: NO has it played again; throw or double, and it stands.
    lights: 22 16 illegal, 19 12 came from, dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: dark's bar turn
dark says challenge
    to dark: Sorry, Dark. That is not possible now.
dark plays 24/18 13/9
    board: complete: 24/18 13/9
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
