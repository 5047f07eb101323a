# While the power is off a checker is pushed away.

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
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
light lifts 24
light puts 22
sensors wake up
    board: ILLEGAL (opponents checker moved): light 3 to 1
    lights: 3 illegal, 1 came from, dark's bar turn
wait 1s
light plays 22/24
    board: as it should be
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
