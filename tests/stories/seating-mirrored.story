# The homes are at the other end; on the page one player agrees at first, and the other does not.
sensor: slots

set up: light 24(5) 13(2) 7(5) 5(3) | dark 24(5) 13(2) 7(5) 5(3)
    to light: Light, the checkers are set up as if the homes were at the other end of the board. If that is how you play, press your button; if not, press NO. Both of you are asked.
    board: DISTURBED: 22 checkers to be carried
    lights: light's bar offer
wait 1s
dice 3-1
    to light: Light, the checkers are set up as if the homes were at the other end of the board. If that is how you play, press your button; if not, press NO. Both of you are asked.
dark says yes
    to light: Light, the checkers are set up as if the homes were at the other end of the board. If that is how you play, press your button; if not, press NO. Both of you are asked.
light says yes
    to dark: Dark, the checkers are set up as if the homes were at the other end of the board. If that is how you play, press your button; if not, press NO. Both of you are asked.
    lights: dark's bar offer
dark says no
    to both: The checkers are set up as if the homes were at the other end of the board. If that is how you play, choose it under New match on the page, or set home in the configuration. Otherwise set them up the other way round.
    lights: 19 17 13 12 8 6 missing, 24 20 18 7 5 1 too many
dice 3-1
    to both: The checkers are set up as if the homes were at the other end of the board. If that is how you play, choose it under New match on the page, or set home in the configuration. Otherwise set them up the other way round.
press light
    to both: The checkers are set up as if the homes were at the other end of the board. If that is how you play, choose it under New match on the page, or set home in the configuration. Otherwise set them up the other way round.
light lifts 7
light puts 7
wait 2s
    to light: Light, the checkers are set up as if the homes were at the other end of the board. If that is how you play, press your button; if not, press NO. Both of you are asked.
    board: DISTURBED: 22 checkers to be carried
    lights: light's bar offer
light says yes
    to dark: Dark, the checkers are set up as if the homes were at the other end of the board. If that is how you play, press your button; if not, press NO. Both of you are asked.
    lights: dark's bar offer
dark says yes
    to both: I count the points from where you sit.
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
