# A player who is shut out throws all the same.
rulebook: trictrac
match: stakes
sensor: slots

wanted, light to throw: light 6(5) 5(5) 4(4) bar(1) | dark 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) 8(3)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 23 22 21 20 19 17 6 5 4 light's bar missing
set up
    lights: light's bar turn
press light
    to light: Light, your opponent holds all points of the home: no throw lets your checker enter. Please throw all the same: then your turn is over.
light says done
    to light: Light, your opponent holds all points of the home: no throw lets your checker enter. Please throw all the same: then your turn is over.
dice 3-1
    * light throws 3-1
    to light: Light, you cannot move. Pick up the dice, or press your button.
    board: nothing to play
press light
    * light is done
    lights: dark's bar turn
wait 2s
press dark
    to dark: Dark, please throw first.
