"""The field of a board from above, measured in widths of a point: where each place of it lies.

x runs from 0 at the left rim to the right, y from 0 at the top rim down, and z from 0 on the
surface up. Slots are numbered as the corners have it, whoever sits where: the bottom row from
right to left is 1 to 12, the top row from left to right 13 to 24.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.pictures import Points

SLOTS = range(1, 25)
HALF = 6
"""Points between the bar and a side."""
ROW = 2 * HALF

DEEPEST = 30.0
"""No field is deeper; nor is one so short that two rows of five small checkers do not fit."""
SHORTEST = 4.0
SMALLEST, LARGEST = 0.3, 1.5
"""Across a checker."""


@dataclass(frozen=True, slots=True)
class Field:
    """The measures of one board and its checkers."""

    bar: float = 1.0
    """How wide the bar is; 0 for a board without one."""
    depth: float = 11.3
    """From rim to rim, across both rows."""
    checker: float = 0.9
    """Across a checker."""
    thickness: float = 0.25
    """How high a checker stands."""
    gap: float = 0.02
    """Between one checker and the next of a row, as people put them."""

    def __post_init__(self) -> None:
        if not (0 <= self.bar < HALF and SHORTEST < self.depth < DEEPEST):
            raise ValueError(f"no board has a bar of {self.bar} and a depth of {self.depth}")
        if not SMALLEST < self.checker < LARGEST or not 0 <= self.thickness < self.checker:
            raise ValueError(f"no checker is {self.checker} wide and {self.thickness} high")
        if not 0 <= self.gap < self.checker:
            raise ValueError(f"no row of checkers has gaps of {self.gap}")

    @property
    def width(self) -> float:
        """From side to side, the bar included."""
        return ROW + self.bar

    @property
    def corners(self) -> Points:
        """Top left, top right, bottom right and bottom left."""
        return np.array([(0, 0), (self.width, 0), (self.width, self.depth), (0, self.depth)], float)

    def column(self, slot: int) -> float:
        """The x of the middle of a point."""
        across = ROW - slot if slot <= ROW else slot - ROW - 1
        return across + 0.5 + (self.bar if across >= HALF else 0.0)

    def is_top(self, slot: int) -> bool:
        """Whether a point belongs to the top row."""
        return slot > ROW

    def spot(self, slot: int, number: int) -> tuple[float, float]:
        """Where the middle of a checker lies, the one at the rim being number 0."""
        from_rim = (self.checker + self.gap) * (number + 0.5)
        return self.column(slot), from_rim if self.is_top(slot) else self.depth - from_rim
