# A blocked point is sent to the bar as if it were a blot; half-way it looks like a knock.

rulebook: tournament
match: 3
profile: casual
sensor: counts

wanted, light to throw: light 24(2) 13(5) 8(3) 6(5) | dark 6(5) 24(2) 13(5) 8(3)
set up
    lights: light's bar turn
dice 5-2
    * light throws 5-2
    lights: 24 13 8 6 movable, light's bar turn
light lifts 24, 13
    board: 2 in hand from 24 13, for 22 11 8 6
    lights: 24 13 lifted, 22 11 8 6 destination, light's bar turn
light puts 19, 11
    board: not finished
    lights: 24 lifted, light's bar turn
light lifts dark from 19, 19, 19
    board: 3 in hand from 24 19
    lights: 24 19 lifted, light's bar turn
light puts dark on dark's bar, dark's bar, dark's bar
    lights: light's bar turn
wait 3s
    board: DISTURBED: 11 to 13, dark dark's bar to 19 (2), dark's bar to 24
    lights: 24 19 13 missing, 11 dark's bar too many, light's bar turn
light lifts dark from 19, 19
    lights: light's bar turn
light puts dark on dark's bar, dark's bar
wait 1s
    board: DISTURBED: 11 to 13, dark dark's bar to 19 (4), dark's bar to 24
    lights: 24 19 13 missing, 11 dark's bar too many, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. You cannot move from point 24 to point 19: your opponent holds point 19 with two or more checkers.
    board: ILLEGAL (point blocked): 19 to 24
    lights: 19 illegal, 24 came from, light's bar turn
