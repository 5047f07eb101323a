# Checkers are borne off beside the board, and in the other tray: off is off.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(3) 5(3) 4(3) 2(2) 1(2) | dark 6(3) 5(3) 4(3) 2(2) 1(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 21 20 19 6 5 4 2 1 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 6-4
    * light throws 6-4
    lights: 6 5 4 movable, light's bar turn
light lifts 6
    board: in hand from 6, for 2 light's tray
    lights: 6 lifted, 2 light's tray destination, light's bar turn
light puts box
wait 2s
light lifts 4
    board: 2 in hand from 6 4, for 2 light's tray
    lights: 6 4 lifted, 2 light's tray destination, light's bar turn
light puts box
wait 1s
# They may still be in the hand, until the turn is over.
dice lifted
    * light plays 6/off 4/off
    * light is done
    lights: dark's bar turn
# Dark uses the tray next to him, which is light's.
dice 6-4
    * dark throws 6-4
    lights: 6 5 4 movable, dark's bar turn
dark lifts 6
    board: in hand from 6, for 2 dark's tray
    lights: 6 lifted, 2 dark's tray destination, dark's bar turn
dark puts light's tray
dark plays 4/off
    board: in hand from 4, for 6 dark's tray
    lights: 4 lifted, 6 dark's tray destination, dark's bar turn
dice lifted
    * dark plays 6/off 4/off
    * dark is done
    lights: light's bar turn
dice 5-2
    * light throws 5-2
    lights: 6 5 4 2 movable, light's bar turn
light plays 5/off 2/off
    board: complete: 5/off 2/off; or in hand from 2, for light's tray
    lights: 2 lifted, light's tray complete, light's bar turn
dice lifted
    * light plays 5/off 2/off
    * light is done
    lights: dark's bar turn
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: dark's bar turn
dice 5-5
    * dark throws 5-5
    lights: 6 5 movable, dark's bar turn
dark lifts 5
    board: in hand from 5, for dark's tray
    lights: 5 lifted, dark's tray destination, dark's bar turn
dark puts light's tray
dark lifts 5
    board: 2 in hand from 5, for dark's tray
dark puts box
dark lifts 5
    board: 3 in hand from 5, for dark's tray
dark puts off
dark plays 6/1
dice lifted
    * dark plays 6/1 5/off(3)
    * dark is done
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 6 5 4 2 1 movable, light's bar turn
light lifts 2
    board: in hand from 2, for 1 light's tray
    lights: 2 lifted, 1 light's tray destination, light's bar turn
light puts box
# An opponent's checker that is gone is still missed.
light lifts dark from 24
    board: 2 in hand from 24 2, for 1 light's tray
    lights: 24 2 lifted, 1 light's tray destination, light's bar turn
light puts dark on box
light plays 1/off
    board: 2 in hand from 24 1, for light's tray
    lights: 24 1 lifted, light's tray destination, light's bar turn
dice lifted
    to light: Light, does a checker lie on top of another on point 24? Then please lay them side by side. If not, something is not right yet. One of your opponent's checkers is missing: put it back at point 24. Or is it there, and I do not see it? Then its switch is dead: Dark, press your button to confirm, or NO to deny.
    lights: dark's bar offer, 24 doubt
