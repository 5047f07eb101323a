# Dice that are turned by hand have not been thrown; nor does an opening die count twice.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dark's die 3
dark's die 6
    to dark: Dark, your first throw stands.
light's die 5
    * opening throw: light 5, dark 3: light begins
    lights: light's bar turn
light plays 13/8 6/3
    board: complete: 13/8 6/3
press light
    * light plays 13/8 6/3
    * light is done
    lights: dark's bar turn
dark's dice nudged to 5-5
    to dark: Dark, I have not seen the dice roll. Please throw them.
dark's dice 6-2
    * dark throws 6-2
