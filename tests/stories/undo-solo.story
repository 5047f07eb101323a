# A finished turn is taken back by the word of one, as the solo profile has it.

rulebook: tournament
match: 3
profile: solo
sensor: slots

set up
    board: as it should be
    lights: none
dice 6-1
    * opening throw: light 6, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/7 8/7
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
dice lifted
    * light plays 13/7 8/7
    * light is done
    lights: dark's bar turn
press undo
    to light: Light, if you want to take back your last turn, press your button.
    lights: light's bar confirm
press light
    * light wants the last turn taken back
    board: complete: 13/7 8/7
    lights: 7 complete, light's bar turn
light plays 7/13 7/8
    board: as it should be
    lights: 24 13 8 6 movable, light's bar turn
light plays 13/7 24/23
    board: complete: 24/23 13/7
    lights: 23 7 complete, light's bar turn
dice lifted
    * light plays 24/23 13/7
    * light is done
    lights: dark's bar turn
dice 5-5
    * dark throws 5-5
    lights: 13 8 6 movable, dark's bar turn
dark plays 13/3(2)
    board: complete: 13/3(2)
    lights: 3 complete, dark's bar turn
press undo
    to light: Light, if you want to take back your last turn, press your button.
    lights: 3 complete, light's bar confirm
press light
    * light wants the last turn taken back
    to dark: Dark, Light wants the last turn taken back: your button agrees if you have not moved since, NO refuses.
    lights: 3 complete, dark's bar offer
dark says yes
    * dark agrees to take it back
    board: DISTURBED: dark 22 to 12 (2)
    lights: 12 missing, 22 too many, light's bar turn
dice lifted
    to light: Light, something has moved that I cannot explain. Please put it right. Carry 2 dark checkers from point 22 to point 12.
press undo
    to light: Sorry, Light. There is nothing to take back.
