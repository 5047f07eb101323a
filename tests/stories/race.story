# A race to the end of a match to one point, and the next match begins.

rulebook: tournament
match: 1
profile: casual
sensor: slots

wanted, light to throw: light 6 5 3(2) | dark 4(2) 2(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 23 21 6 5 3 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 6-5
    * light throws 6-5
    lights: 6 5 movable, light's bar turn
light plays 6/off 5/off
    board: complete: 6/off 5/off
    lights: light's tray complete, light's bar turn
dice lifted
    * light plays 6/off 5/off
    * light is done
    lights: dark's bar turn
dice 4-2
    * dark throws 4-2
    lights: 4 2 movable, dark's bar turn
dark plays 4/off 2/off
    board: complete: 4/off 2/off
    lights: dark's tray complete, dark's bar turn
dice lifted
    * dark plays 4/off 2/off
    * dark is done
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 3 movable, light's bar turn
light plays 3/1 3/2
    board: complete: 3/2 3/1
    lights: 2 1 complete, light's bar turn
dice lifted
    * light plays 3/2 3/1
    * light is done
    lights: dark's bar turn
dice 6-5
    * dark throws 6-5
    lights: 4 movable, dark's bar turn
dark plays 4/off 2/off
    board: complete: 4/off 2/off
    lights: dark's tray complete, dark's bar turn
dice lifted
    * dark plays 4/off 2/off
    * dark is done
    * dark wins a game: 1; the score is 0-1
    * dark wins the match
    board: DISTURBED: 29 checkers to be carried
    lights: 24 19 17 13 12 8 6 1 missing, 2 light's tray dark's tray too many
# The score is one to nothing, and that was the match.
wait 5s
set up
    the next match may begin
    lights: none
dice 6-3
    * opening throw: light 6, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
