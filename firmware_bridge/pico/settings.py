"""What you have built: change this file to fit, and restart the board."""

SENSORS = "reeds"
"""Under the slots: "reeds" on 74HC165 chains, "hall" for magnetic sensors, or None."""
LAYOUT = "p5"
"""Where they lie, as Kibitz calls it."""
LAMPS = 26
"""In the strip: 26, 52 or 78 for one, two or three at each point and on each bar; 0 for none."""
MILLIAMPS = 400
"""What the lamps may draw together; more only if they have a supply of their own."""
BUTTONS = 4
"""How many there are, 0 to 4."""
BUZZER = True
DICE = 0
"""How many pairs of electronic dice hang on the second serial line: 0, 1 or 2."""
