# Five checkers on the bar of a real board, which has four switches there.

rulebook: tournament
match: 3
profile: casual
sensor: p5

wanted, light to throw: light bar(5) 6(5) 8(5) | dark 6(2) 5(2) 4(2) 3(2) 2(2) 13(5)
    board: DISTURBED: 30 checkers to be carried
    lights: 23 22 21 20 19 12 8 6 light's bar missing
set up
    lights: light's bar turn
dice 1-1
    * light throws 1-1
    lights: light's bar movable
light plays bar/24(4)
    board: complete: bar/24(4)
    lights: 24 complete, light's bar turn
dice lifted
    * light plays bar/24(4)
    * light is done
    lights: dark's bar turn
dice 6-5
    * dark throws 6-5
    lights: 13 movable, dark's bar turn
