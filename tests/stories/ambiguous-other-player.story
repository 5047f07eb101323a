# Several plays look alike: only who made his play can say which it was.

rulebook: tournament
match: 3
profile: casual
sensor: single

set up
    board: as it should be
    lights: none
dice 4-2
    * opening throw: light 4, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 8/4 6/4
    board: either 8/6 8/4 or 8/4 6/4
    lights: 8 6 4 ambiguous, light's bar turn
wait 1s
dice lifted
    to light: Light, several plays look like this, and the lamps show one of them. Your button takes it, NO shows the next.
    lights: 6 4 chosen, light's bar turn
dark says choose 2
    to both: That does not fit the match as it is now: please look at the board and the lamps, and try again.
dark says yes
press dark
light says choose 2
    * light plays 8/4 6/4
    * light is done
    lights: dark's bar turn
