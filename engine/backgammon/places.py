"""The places of a board, numbered by each side for itself as it travels down to its home."""

POINTS = 24
HOME = 6
"""A side's home is its points 1 to 6."""
BAR = 25
"""A side's bar, numbered as the point it comes in from."""
OFF = 0
"""A side's tray, numbered as the point after its last."""

FIELDS = 28
"""How many counts describe a position: 24 points, two bars, two trays."""
MOVER_BAR, OTHER_BAR, MOVER_OFF, OTHER_OFF = 24, 25, 26, 27
"""Where the counts beyond the points stand."""
