# A checker that may lie on the point where it entered is in no hand, once the hands are away.

rulebook: tournament
match: 3
profile: casual
sensor: camera

wanted, dark to throw: light 24(2) 13(5) 8 7 6(5) 5 | dark bar 24 13(4) 8(4) 6(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 8 7 6 5 1 dark's bar missing
set up
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
    lights: dark's bar movable
camera doubts 1
dark's hand over bar, 24
dark lifts bar
dark puts 24
hands away
    board: not finished
    lights: 24 13 8 movable, dark's bar turn
wait 2s
dice lifted
wait 1s
    to dark: Dark, one thing is not right yet. Your numbers 6 and 1 can both be played, so both must be: look for a way to do it.
dice 6-1
    to light: Light, that throw came too early and does not count: wait until Dark has finished the turn, then throw again.
wait 1s
dark's hand over 24, 18, bar
    board: as it should be
    lights: dark's bar movable
dark plays 24/18*
    board: not finished
    lights: dark's bar turn
hands away
    board: complete: bar/18*
    lights: 18 complete, dark's bar turn
wait 1s
dice lifted
wait 1s
    * dark plays bar/18*
    * dark is done
    lights: light's bar turn
