# A shared button is answered to the player who is most likely to have pressed it.
sensor: slots

set up
    board: as it should be
    lights: none
dice 5-4
    * opening throw: light 5, dark 4: light begins
    lights: 24 13 8 6 movable, light's bar turn
press cube
    to light: Sorry, Light. You can double only on your own turn, before you throw.
press undo
    to light: Sorry, Light. There is nothing to take back.
slots unplugged
    to both: I cannot reach the device slots. Is everything plugged in?
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
press void
    to light: Light, I cannot see the board just now. Please try again in a moment.
