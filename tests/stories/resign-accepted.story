# A gammon is offered on the page, and accepted.

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
dark says resign a gammon
    * dark offers to resign a gammon
    lights: light's bar offer
dark says yes
    to dark: Sorry, Dark. Your opponent must answer that, not you.
press light
    * light accepts
    * light wins a gammon: 2; the score is 2-0
    board: DISTURBED: 5 to 6, 5 to 8
    lights: 8 6 missing, 5 too many
set up
    * game 2
    lights: none
dice 5-1
    * opening throw: light 5, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
