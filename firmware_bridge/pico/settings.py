"""What you have built: change the values to fit, and start the board again."""

# What is under the slots: "reeds" (switches on 74HC165), "hall" (magnetic sensors), or None.
SENSORS = "reeds"

# Which sensor lies under which slot: Kibitz calls it "p5" if it is wired as in docs/build/board.md.
LAYOUT = "p5"

# How many lamps the strip has: 26, 52 or 78 for one, two or three at each place; 0 for none.
LAMPS = 26

# What all lamps together may draw, in milliamperes: 50 to 5000.
# A USB port gives no more than 400; take more only if the lamps have a supply of their own.
MILLIAMPS = 400

# How many buttons there are: 0 to 4.
BUTTONS = 4

# Whether there is a piezo: True or False.
BUZZER = True

# How many pairs of electronic dice hang on the second serial line (GP20, GP21): 0, 1 or 2.
DICE = 0
