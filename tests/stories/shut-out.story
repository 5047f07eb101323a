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
    to light: Light, your opponent holds every point of his home, so no throw lets you enter. Please throw all the same; your turn is over then.
light says done
    to light: Light, your opponent holds every point of his home, so no throw lets you enter. Please throw all the same; your turn is over then.
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
