# Dice thrown during a power cut count as they are found; after that they must be seen to roll again.
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-4
    * opening throw: light 6, dark 4: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/14
    board: complete: 24/14
    lights: 14 complete, light's bar turn
press light
    * light plays 24/14
    * light is done
    lights: dark's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: dark's bar turn
dice found showing 5-3
    * dark throws 5-3
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 13/8 6/3
    board: complete: 13/8 6/3
    lights: 8 3 complete, dark's bar turn
press dark
    * dark plays 13/8 6/3
    * dark is done
    lights: light's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: light's bar turn
dice nudged to 6-6
    to light: Light, I have not seen the dice roll. Please throw them.
wait 1s
dice 2-1
    * light throws 2-1
    lights: 24 14 13 8 6 movable, light's bar turn
