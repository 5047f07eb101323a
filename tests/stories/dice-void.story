# A die lay on a checker, and both agree that the throw does not count.

rulebook: tournament
match: 3
profile: club
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-6
    * opening throw: light 6, dark 6: a tie
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
# The button asks both, the player who threw first.
press void
    to light: Light, if this throw should not count, press your button.
    lights: light's bar confirm
press light
    to dark: Dark, Light wants the opening throw not to count. Your button agrees, and then each of you throws one die again; NO lets it stand.
    lights: dark's bar offer
press dark
    * light has the opening thrown again, as both agree
    lights: none
dice 5-4
    * opening throw: light 5, dark 4: light begins
    lights: light's bar turn
light plays 13/8 24/20
    board: complete: 24/20 13/8
dice lifted
    * light plays 24/20 13/8
    * light is done
    lights: dark's bar turn
dice 5-3
    * dark throws 5-3
dark plays 13/8
    board: not finished
# After a move the checkers go back before a button may ask.
press void
    to dark: Dark, please put your checkers back first: then the throw can be declared void.
light says void
    to dark: Dark, Light wants this throw not to count. Your button agrees, NO lets it stand.
    lights: dark's bar offer
dark says yes
    * dark throws again, as both agree
    board: DISTURBED: 8 to 13
    lights: 13 missing, 8 too many, dark's bar turn
dark plays 8/13
    board: as it should be
    lights: dark's bar turn
dice 6-2
    * dark throws 6-2
press void
    to dark: Dark, if this throw should not count, press your button.
    lights: dark's bar confirm
press dark
    to light: Light, Dark wants this throw not to count. Your button agrees, NO lets it stand.
    lights: light's bar offer
press no
    to dark: Dark, your throw of 6 and 2 stands.
    lights: dark's bar turn
press no
dark plays 24/18 13/11
    board: complete: 24/18 13/11
dice lifted
    * dark plays 24/18 13/11
    * dark is done
    lights: light's bar turn
