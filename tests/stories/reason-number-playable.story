# The dice are picked up and nothing has been moved.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 24 2(3) 1(4) | dark 11(2) 6(5) 4(4) 3(4)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 22 21 19 14 2 1 light's tray missing
set up
    lights: light's bar turn
dice 6-4
    * light throws 6-4
    lights: 24 movable, light's bar turn
wait 3s
dice lifted
    to light: Light, one thing is not right yet. You have not moved, but you can and so you must: play a 6.
light plays 24/18
    board: complete: 24/18
    lights: 18 complete, light's bar turn
dice lifted
    * light plays 24/18
    * light is done
    lights: dark's bar turn
