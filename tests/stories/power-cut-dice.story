# After a power cut dice tell how they were found; that alone is no throw and ends no turn.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
# What lay there before the evening is no opening throw.
dice found showing 6-1
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/5
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: not finished
    lights: 24 8 6 5 movable, light's bar turn
# They were put into the cup, or are asleep: the turn goes on.
dice found in the cup
light plays 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-4
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: 24 13 8 6 movable, dark's bar turn
# They lie as they lay.
dice found showing 6-4
dark plays 24/14
    board: complete: 24/14
    lights: 14 complete, dark's bar turn
dice lifted
    * dark plays 24/14
    * dark is done
    lights: light's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: light's bar turn
# Light has thrown while nobody could see it.
dice found showing 5-2
    * light throws 5-2
    lights: 24 13 8 6 5 movable, light's bar turn
light plays 13/8 6/4
    board: complete: 13/8 6/4
    lights: 8 4 complete, light's bar turn
dice lifted
    * light plays 13/8 6/4
    * light is done
    lights: dark's bar turn
