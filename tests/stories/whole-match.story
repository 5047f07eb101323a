# A whole short match: a game ends with a drop, the next one with a gammon resigned.

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
dice 6-2
    * dark throws 6-2
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 24/18 13/11
    board: complete: 24/18 13/11
    lights: 18 11 complete, dark's bar turn
dice lifted
    * dark plays 24/18 13/11
    * dark is done
    lights: light's bar turn
dice 6-1
    * light throws 6-1
    lights: 24 13 8 6 5 movable, light's bar turn
light plays 13/7* 8/7
    board: complete: 13/7* 8/7
    lights: 7 complete, light's bar turn
dice lifted
    * light plays 13/7* 8/7
    * light is done
    lights: dark's bar turn
# Light holds four points in a row; dark enters all the same.
dice 5-2
    * dark throws 5-2
    lights: dark's bar movable
dark plays bar/23 13/8
    board: complete: bar/23 13/8
    lights: 23 8 complete, dark's bar turn
dice lifted
    * dark plays bar/23 13/8
    * dark is done
    lights: light's bar turn
press cube
    to light: Light, if you want to double, press your button.
    lights: light's bar confirm
press light
    * light doubles to 2
    lights: dark's bar offer
press no
    to dark: Dark, if your answer is no, press your button.
    lights: dark's bar confirm
wait 1s
press dark
    to dark: Dark, are you sure? It can cost you the game. To drop, press your button once more; NO cancels, and then your button takes.
wait 1s
press dark
    * dark drops
    * light wins by the drop: 1; the score is 1-0
    board: DISTURBED: 7 checkers to be carried
    lights: 13 12 8 6 1 missing, 17 14 7 5 2 too many
set up
    * game 2
    lights: none
# The second game: light needs two points more.
dice 2-5
    * opening throw: light 2, dark 5: dark begins
    lights: 24 13 8 6 movable, dark's bar turn
dark plays 13/8 13/11
    board: complete: 13/11 13/8
    lights: 11 8 complete, dark's bar turn
dice lifted
    * dark plays 13/11 13/8
    * dark is done
    lights: light's bar turn
dice 6-4
    * light throws 6-4
    lights: 24 13 8 6 movable, light's bar turn
light plays 24/14*
    board: complete: 24/14*
    lights: 14 complete, light's bar turn
dice lifted
    * light plays 24/14*
    * light is done
    lights: dark's bar turn
dice 6-6
    * dark throws 6-6
    to dark: Dark, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
dice lifted
    * dark is done
    lights: light's bar turn
dice 5-5
    * light throws 5-5
    lights: 14 13 8 movable, light's bar turn
light plays 13/8/3 8/3(2)
    board: complete: 13/3 8/3(2)
    lights: 3 complete, light's bar turn
dice lifted
    * light plays 13/3 8/3(2)
    * light is done
    lights: dark's bar turn
dark says resign a gammon
    * dark offers to resign a gammon
    lights: light's bar offer
press light
    * light accepts
    * light wins a gammon: 2; the score is 3-0
    * light wins the match
    board: DISTURBED: 3 to 8 (2), dark 3 to 12, 14 to 13, 17 to 24, dark dark's bar to 12
    lights: 24 13 12 8 missing, 17 14 3 dark's bar too many
set up
    the next match may begin
    lights: none
dice 4-1
    * opening throw: light 4, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
