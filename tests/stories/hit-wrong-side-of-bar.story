# The hit checker is laid on the wrong half of the bar.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/18 13/11
    board: complete: 24/18 13/11
    lights: 18 11 complete, light's bar turn
dice lifted
    * light plays 24/18 13/11
    * light is done
    lights: dark's bar turn
dice 6-3
    * dark throws 6-3
    lights: 24 13 8 6 movable, dark's bar turn
dark lifts 13
    board: in hand from 13, for 10 7 4
    lights: 13 lifted, 10 7 4 destination, dark's bar turn
dark lifts light from 7
    board: 2 in hand from 13 7, for 10 4
    lights: 13 7 lifted, 10 4 destination, dark's bar turn
dark puts 7
    board: in hand from 13, for 10 7 4
    lights: 13 lifted, 10 7 4 destination, dark's bar turn
dark puts light on dark's bar
    board: not finished
dark plays 13/10
    board: not finished
    lights: 13 lifted, 7 destination, dark's bar turn
dice lifted
    to dark: Dark, something has moved that I cannot explain. Please put it right. Carry a light checker from the bar to Light's half of the bar.
    board: DISTURBED: light dark's bar to light's bar
    lights: light's bar missing, dark's bar too many
dark lifts light from bar
    board: in hand from 13, for 7
    lights: 13 lifted, 7 destination, dark's bar turn
dark puts light on light's bar
    board: complete: 13/10 13/7*
    lights: 10 7 complete, dark's bar turn
wait 1s
dice lifted
    * dark plays 13/10 13/7*
    * dark is done
    lights: light's bar turn
