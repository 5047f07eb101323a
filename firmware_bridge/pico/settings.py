"""The description of your board: change the values to fit it, and restart the board."""

# The sensors under the slots: "reeds" (switches on 74HC165), "hall" (magnetic sensors), or None.
SENSORS = "reeds"

# The numbering of the sensors: "p5" if the board is wired as in docs/build/board.md.
LAYOUT = "p5"

# The number of lamps of the strip: 26, 52 or 78 for one, two or three at each place; 0 for none.
LAMPS = 26

# The current limit of all lamps together, in milliamperes: 50 to 5000.
# A USB port gives no more than 400; set more only if the lamps have a supply of their own.
MILLIAMPS = 400

# The number of buttons: 0 to 4.
BUTTONS = 4

# The piezo: True if there is one, otherwise False.
BUZZER = True

# The number of pairs of electronic dice on the second serial line (GP20, GP21): 0, 1 or 2.
DICE = 0
