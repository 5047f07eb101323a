# Resigning by the button: pressed again it offers more; refused, and played on.

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
press resign
    to dark: Dark, if you want to resign a game, press your button.
    lights: dark's bar confirm
press resign
    to dark: Dark, if you want to resign a gammon, press your button.
press resign
    to dark: Dark, if you want to resign a backgammon, press your button.
press resign
press dark
    to dark: Dark, are you sure that you want to resign a backgammon? To confirm, press your button once more; NO cancels it.
wait 1s
press dark
    * dark offers to resign a backgammon
    lights: light's bar offer
dice 6-4
    to light: Dark, that does not count before Light has answered. Light, your button accepts, NO refuses.
press no
    * light refuses and plays on
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
