# No double before the first throw, nor after one's own.

rulebook: tournament
match: 3
profile: casual
sensor: slots

set up
    board: as it should be
    lights: none
press cube
    to light: Sorry, Light. You can double only on your own turn, before you throw.
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: 24 13 8 6 movable, light's bar turn
press cube
    to light: Sorry, Light. You can double only on your own turn, before you throw.
light says double
    to light: Sorry, Light. You can double only on your own turn, before you throw.
light plays 8/5 6/5
    board: complete: 8/5 6/5
    lights: 5 complete, light's bar turn
dice lifted
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
light says double
    to light: Sorry, Light. It is your opponent's turn.
dark says double
    * dark doubles to 2
    lights: light's bar offer
light says yes
    * light takes at 2
    lights: dark's bar turn
