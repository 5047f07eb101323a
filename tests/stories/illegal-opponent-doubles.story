# For money the opponent decides: by doubling he accepts the play.

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
press cube
    to dark: Dark, if you want to double, press your button.
    lights: 22 16 illegal, 19 12 came from, dark's bar confirm
press dark
    * dark doubles to 2
    lights: light's bar offer
dark says challenge
    to light: Dark, that does not count before Light has answered. Light, your button takes, NO drops.
light says yes
    * light takes at 2
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
