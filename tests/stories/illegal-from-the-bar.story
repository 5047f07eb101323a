# An illegal play from the bar, as the record has it.
rulebook: graves
match: stakes
profile: money
sensor: slots

wanted, light to throw: light 6(5) 8(3) 13(4) 24(2) bar | dark 6(5) 8(3) 13(5) 24(2)
    board: DISTURBED: 30 checkers to be carried
    lights: 24 19 17 13 12 8 6 1 light's bar missing
set up
    lights: light's bar turn
dice 5-3
    * light throws 5-3
light plays bar/24
    board: not finished
dice lifted
    * light plays bar/24
    * light is done
    to dark: Light, that play was not legal. From the bar to point 24 is 1 pip, and no number you have left makes that. Dark, you decide: NO has it played again; throw or double, and it stands.
    lights: 1 illegal, light's bar came from, dark's bar turn
