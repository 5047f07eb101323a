# The dice are thrown again too early: a checker lifted beside a full point is no finished play.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
dice 2-1
    * opening throw: light 2, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/23
    board: not finished
    lights: 24 23 13 8 6 movable, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. Your numbers 2 and 1 can both be played, so both must be: look for a way to do it.
dice 6-3
    to dark: Dark, that throw came too early and does not count: wait until Light has finished the turn, then throw again.
light lifts 8
    board: complete: 24/23 8/6; or in hand from 8, for 6
    lights: 8 lifted, 23 6 complete, light's bar turn
wait 2s
# It may be in the hand, or on the full six: only the player can tell.
light puts 6
wait 2s
press light
    * light plays 24/23 8/6
    * light is done
    lights: dark's bar turn
dice 6-3
    * dark throws 6-3
    lights: 24 13 8 6 movable, dark's bar turn
