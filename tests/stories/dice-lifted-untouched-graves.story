# By graves the dice end the turn, but not before anything was moved; Dark may accept even that.

rulebook: graves
match: 3
sensor: slots

set up
    board: as it should be
    lights: none
light's die 5
dark's die 3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
light's dice lifted
    to light: Light, one thing is not right yet. Your numbers 5 and 3 can both be played, so both must be: look for a way to do it.
press light
    to light: Light, one thing is not right yet. Your numbers 5 and 3 can both be played, so both must be: look for a way to do it.
light plays 13/8
    board: not finished
light plays 8/13
    board: as it should be
light's dice lifted
    to light: Light, one thing is not right yet. Your numbers 5 and 3 can both be played, so both must be: look for a way to do it.
# Dark throws: that accepts the empty play.
dark's dice 6-4
    * light plays nothing
    * light is done
    to light: Light, that play was not legal, but it stands. Your numbers 5 and 3 can both be played, so both must be: look for a way to do it.
    * dark throws 6-4
    lights: 24 13 8 6 movable, dark's bar turn
