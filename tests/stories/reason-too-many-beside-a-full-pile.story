# A spare checker drops onto the board while light's pile of seven hides how many lie on it.

rulebook: tournament
match: 3
profile: casual
sensor: slots

wanted, light to throw: light 6(7) 3(2) 2(2) | dark 6(5) 5(2) 3(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 22 20 19 6 3 2 light's tray dark's tray missing
set up
    lights: light's bar turn
dice 2-1
    * light throws 2-1
    lights: 6 3 2 movable, light's bar turn
light plays 3/1 2/1
    board: complete: 3/1 2/1
    lights: 1 complete, light's bar turn
light fetches a dark checker of another set
light puts dark on 13
    board: not finished
    lights: light's bar turn
wait 1s
dice lifted
    to light: Light, I see one checker too many on point 13. Please take it away. If it is not there, its switch sticks: Dark, press your button to confirm, or NO to deny.
    board: ILLEGAL (checkers too many): 13 to hand
    lights: dark's bar offer, 13 doubt
light lifts 13
    board: complete: 3/1 2/1
    lights: 1 complete, light's bar turn
light puts dark beside the board
wait 1s
dice lifted
    * light plays 3/1 2/1
    * light is done
    lights: dark's bar turn
