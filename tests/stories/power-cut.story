# The power goes while a checker is in the hand; afterwards nothing is known until the sensors tell.

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
light plays 8/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 5
    lights: 6 lifted, 5 destination, light's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
press light
    to light: Light, I cannot see the board just now. Please try again in a moment.
wait 2s
sensors wake up
    board: in hand from 6, for 5
    lights: 6 lifted, 5 destination, light's bar turn
wait 1s
light puts 5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
wait 1s
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/9
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: complete: 24/18 13/9
    lights: 18 9 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/9
    * dark is done
    lights: light's bar turn
