# The winner of the opening throws both dice anew: his throw are the numbers of the opening.
sensor: slots
profile: casual

set up
    board: as it should be
    lights: none
dice 5-3
    * opening throw: light 5, dark 3: light begins
    lights: 24 13 8 6 movable, light's bar turn
dice lifted
    to light: Light, one thing is not right yet. Your numbers 5 and 3 can both be played, so both must be: look for a way to do it.
dice 3-6
    to light: Light, the 5 and 3 of the opening are your throw: play them.
wait 1s
# Both may want the opening anew.
light says void
    to dark: Dark, Light wants the opening throw not to count. Your button agrees, and then each of you throws one die again; NO lets it stand.
    lights: 24 13 8 6 movable, dark's bar offer
dark says yes
    * light has the opening thrown again, as both agree
    lights: none
dice 6-2
    * opening throw: light 6, dark 2: light begins
    lights: 24 13 8 6 movable, light's bar turn
