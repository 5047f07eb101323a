"""The measures of the field in widths of a point, and the places of slots and of the start."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

import numpy as np

from hardware.checkers import Colour, Place, point
from vision.picture_arrays import Points

SLOTS = range(1, 25)
"""The numbers of the 24 points."""
HALF = 6
"""Points between the bar and a side."""
ROW = 2 * HALF
"""Points in a row."""

DEEPEST = 30.0
"""Widths of a point; every field is less deep than this."""
SHORTEST = 4.0
"""Widths of a point; every field is deeper than this, so two rows of five small checkers fit."""
SMALLEST, LARGEST = 0.3, 1.5
"""Limits of a checker's diameter, in widths of a point."""


@dataclass(frozen=True, slots=True)
class FieldGeometry:
    """The measures of a board and its checkers, in widths of a point; ValueError if implausible."""

    bar: float = 1.0
    """Width of the bar; 0 for a board without one."""
    depth: float = 11.3
    """Depth from rim to rim, across both rows."""
    checker: float = 0.9
    """Diameter of a checker."""
    thickness: float = 0.25
    """Height of a checker."""
    gap: float = 0.02
    """Gap between neighbouring checkers of a row."""

    def __post_init__(self) -> None:
        if not (0 <= self.bar < HALF and SHORTEST < self.depth < DEEPEST):
            raise ValueError(f"implausible board: bar {self.bar}, depth {self.depth} points")
        if not SMALLEST < self.checker < LARGEST or not 0 <= self.thickness < self.checker:
            raise ValueError(f"implausible checker: width {self.checker}, height {self.thickness}")
        if not 0 <= self.gap < self.checker:
            raise ValueError(f"implausible gap between checkers: {self.gap}")

    @property
    def width(self) -> float:
        """Width from side to side, the bar included."""
        return ROW + self.bar

    @property
    def corners(self) -> Points:
        """Four rows of x and y: top left, top right, bottom right and bottom left."""
        return np.array([(0, 0), (self.width, 0), (self.width, self.depth), (0, self.depth)], float)

    def column(self, slot: int) -> float:
        """The x of the middle of a point."""
        across = ROW - slot if slot <= ROW else slot - ROW - 1
        return across + 0.5 + (self.bar if across >= HALF else 0.0)

    def is_top(self, slot: int) -> bool:
        """True if a point belongs to the top row."""
        return slot > ROW

    def spot(self, slot: int, number: int) -> tuple[float, float]:
        """The middle of a checker in a row; number 0 is the one at the rim."""
        from_rim = (self.checker + self.gap) * (number + 0.5)
        return self.column(slot), from_rim if self.is_top(slot) else self.depth - from_rim


class LightHome(Enum):
    """The quarter of the field, by its corners, in which Light's home lies."""

    BOTTOM_RIGHT = "bottom-right"
    BOTTOM_LEFT = "bottom-left"
    TOP_RIGHT = "top-right"
    TOP_LEFT = "top-left"

    @property
    def is_at_right(self) -> bool:
        """True if both homes, and the trays beside them, are at the right."""
        return self in (LightHome.BOTTOM_RIGHT, LightHome.TOP_RIGHT)

    @property
    def is_at_top(self) -> bool:
        """True if Light's home is in the top row, and Dark's in the bottom row."""
        return self in (LightHome.TOP_RIGHT, LightHome.TOP_LEFT)

    @property
    def opposite(self) -> LightHome:
        """The quarter of Dark's home."""
        rows = ("top", "bottom") if self.is_at_top else ("bottom", "top")
        return LightHome(self.value.replace(*rows))

    def place(self, slot: int) -> Place:
        """The place of a slot, as Light counts."""
        return point(self.number(slot))

    def number(self, slot: int) -> int:
        """Converts a slot to its number as Light counts, and such a number to its slot."""
        if self.is_at_top:
            slot = len(SLOTS) + 1 - slot
        if not self.is_at_right:
            slot = ROW + 1 - slot if slot <= ROW else len(SLOTS) + ROW + 1 - slot
        return slot


START_COUNTS = {6: 5, 8: 3, 13: 5, 24: 2}
"""Checkers of one colour on each point, as that colour counts."""


@dataclass(frozen=True, slots=True)
class StartChecker:
    """One checker of the starting position."""

    slot: int
    number: int
    """Position in its row; the checker at the rim has 0."""
    colour: Colour


@cache
def start_checkers(home: LightHome) -> tuple[StartChecker, ...]:
    """The thirty checkers, Light's first."""
    both = ((home.number, Colour.LIGHT), (home.opposite.number, Colour.DARK))
    return tuple(
        StartChecker(slot(number), at, colour)
        for slot, colour in both
        for number, count in START_COUNTS.items()
        for at in range(count)
    )


def row_coordinates(checkers: tuple[StartChecker, ...]) -> Points:
    """Rows of column, distance from the rim in checkers, and is_top (1 or 0)."""
    plain = FieldGeometry(bar=0)
    columns = (plain.column(checker.slot) - 0.5 for checker in checkers)
    rows = ((checker.number + 0.5, plain.is_top(checker.slot)) for checker in checkers)
    return np.array([(at, *row) for at, row in zip(columns, rows, strict=True)], np.float64)
