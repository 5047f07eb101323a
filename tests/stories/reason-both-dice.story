# A play that leaves the other number unplayable, where both can be played.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 18 7 2(4) 1(4) | dark 9(2) 6(5) 5(4) 4(4)
    board: DISTURBED: 30 checkers to be carried
    lights: 21 20 19 18 16 7 2 1 light's tray missing
set up
    lights: light's bar turn
dice 5-2
    * light throws 5-2
    lights: 18 7 movable, light's bar turn
# After 7/2 no two can be played, but 18/13 7/5 plays both.
light plays 7/2
    board: not finished
    lights: 7 lifted, 5 destination, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. Your numbers 5 and 2 can both be played, so both must be: look for a way to do it.
    board: ILLEGAL (both dice): 2 to 7
    lights: 2 illegal, 7 came from, light's bar turn
light plays 2/7 18/13 7/5
    board: complete: 18/13 7/5
    lights: 13 5 complete, light's bar turn
dice lifted
    * light plays 18/13 7/5
    * light is done
    lights: dark's bar turn
