# Both have agreed on a position, and one gives up the match before it is set up.

rulebook: tournament
match: 1
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
wanted, dark to throw: light 6(5) 8(3) 13(4) 24(2) bar | dark 6(5) 8(2) 13(5) 24(2) 4
    to light: Light, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: light's bar offer
wait 1s
press light
    to dark: Dark, somebody has asked on the page to go on from another position, with Dark to throw. The match stays as it is until both of you agree. If you do, press your button; if not, press NO.
    lights: dark's bar offer
wait 1s
press dark
    to both: The game goes on from another position, with Dark to throw. The lamps lead to it.
    board: DISTURBED: 5 to 6, 5 to 8, dark 13 to 21, 17 to light's bar
    lights: 21 8 6 light's bar missing, 17 13 5 too many
wait 1s
light says resign a game
    * light offers to resign a game
    lights: 21 8 6 light's bar missing, 17 13 5 too many, dark's bar offer
wait 1s
dark says yes
    * dark accepts
    * dark wins a game: 1; the score is 0-1
    * dark wins the match
    to both: Sorry, Light and Dark. The match is over.
    board: DISTURBED: 5 to 6, 5 to 8
    lights: 8 6 missing, 5 too many
set up
    the next match may begin
    lights: none
dice 5-1
    * opening throw: light 5, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
