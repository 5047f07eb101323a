"""The description of your board: change the values to fit it, and restart the board."""

# The sensors under the slots: "reeds" (switches on 74HC165), "hall" (magnetic sensors), or None.
SENSORS = "reeds"

# The game of the board: "backgammon" or "checkers".
GAME = "backgammon"

# The name of the layout: "p5", "c64", "c32" or "c88" if the board is wired as in docs/build.
# `kibitz firmware install --layout` sets this and everything that belongs to it.
LAYOUT = "p5"

# The number of sensors: 1 to 256.
CELLS = 128

# The places above the sensors, in their order, and the number of sensors at each of them.
# "a1-h1,h2-a2" are two rows of squares, there and back; docs/wire.md has all of it.
SENSOR_PLACES = "points:5,bar:4"

# The number of lamps of the strip: 0 to 78; 0 for none, one to three times the lamp places.
LAMPS = 26

# The places of the lamps, in the order of the strip.
LAMP_PLACES = "points,bar"

# The current limit of all lamps together, in milliamperes: 50 to 5000.
# A USB port gives no more than 400; set more only if the lamps have a supply of their own.
MILLIAMPS = 400

# The number of buttons: 0 to 4.
BUTTONS = 4

# The piezo: True if there is one, otherwise False.
BUZZER = True

# The number of pairs of electronic dice on the second serial line (GP20, GP21): 0, 1 or 2.
DICE = 0
