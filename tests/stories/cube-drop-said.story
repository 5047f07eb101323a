# A double, dropped on the page; the one who doubled cannot answer himself.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dark says double
    * dark doubles to 2
    lights: light's bar offer
dark says yes
    to dark: Sorry, Dark. It is your opponent's turn.
dark says no
    to dark: Sorry, Dark. It is your opponent's turn.
dice 6-5
    to light: Dark, that does not count before Light has answered. Light, your button takes, NO drops.
light says no
    * light drops
    * dark wins by the drop: 1; the score is 0-1
    board: DISTURBED: 5 to 6, 5 to 8
    lights: 8 6 missing, 5 too many
