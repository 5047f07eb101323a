"""What the tops of checkers look like, and how well they are seen, where they were found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.field import SLOTS, Field
from vision.home import Home
from vision.learning.opening import opening
from vision.learning.rings import Rings
from vision.pictures import Points
from vision.solving import Vector

INNER = 0.6
"""The part of a top, across, whose colour is looked at."""
WORST = 4
"""Parts of a circle, those seen worst, that tell a checker from a gap between two."""
ALIKE = 2
"""So many others have to have a colour before it is that of any."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """The colours of the thirty tops, and how well each is seen."""

    colours: Points
    """One row for each, in the order of `opening`."""
    worth: Vector
    """As `worth` has it."""

    @property
    def typical(self) -> tuple[Points, Points]:
        """The colours of the first fifteen, and of the others."""
        first, second = np.split(self.colours, 2)
        return np.median(first, axis=0), np.median(second, axis=0)

    @property
    def is_dark_first(self) -> bool:
        """Whether the first fifteen are the darker ones."""
        first, second = self.typical
        return bool(first[0] < second[0])

    @property
    def usual(self) -> tuple[float, float]:
        """How well the first fifteen are seen, and the others."""
        first, second = np.split(self.worth, 2)
        return float(np.median(first)), float(np.median(second))

    @property
    def apart(self) -> float:
        """How far the two typical colours lie apart; others are told as parts of that."""
        first, second = self.typical
        return float(np.linalg.norm(first - second))

    @property
    def from_own(self) -> Vector:
        """How far each is from the typical one of its like."""
        return self._distances(self.typical)

    @property
    def from_other(self) -> Vector:
        """How far each is from the typical one of the others."""
        return self._distances(self.typical[::-1])

    @property
    def from_alike(self) -> Vector:
        """How far each is from those of others of its like."""
        halves = np.split(self.colours, 2)
        away = [np.linalg.norm(half[:, None] - half, axis=2) for half in halves]
        return np.concatenate([np.sort(one, axis=1)[:, ALIKE] for one in away]) / self.apart

    def from_any(self, colour: Points) -> tuple[float, float]:
        """How far a colour is from those of the first fifteen, and of the others."""
        away = np.linalg.norm(self.colours - colour, axis=1) / self.apart
        first, second = (float(np.sort(half)[ALIKE - 1]) for half in np.split(away, 2))
        return first, second

    def _distances(self, typical: tuple[Points, Points]) -> Vector:
        half = len(self.colours) // 2
        away = np.linalg.norm(self.colours - np.repeat(np.array(typical), half, axis=0), axis=1)
        distances: Vector = away / self.apart
        return distances


def tops_at(found: Rings, field: Field, spots: Points) -> Tops:
    """Those of the thirty checkers, which were found on these spots."""
    seen = np.array([worth(found, field, spot) for spot in spots])
    return Tops(colours(found, field, spots), seen)


def colours(found: Rings, field: Field, spots: Points) -> Points:
    """What colour the tops of checkers on these spots have."""
    return np.array([found.colour(spot, INNER * field.checker / 2) for spot in spots])


def worth(found: Rings, field: Field, spot: Points) -> float:
    """How well the circle of a checker is seen, where it is seen worst: 1 for a sharp one."""
    parts = found.sectors(spot, field.checker / 2)
    return float(np.sort(parts)[:WORST].mean())


def bare_colours(found: Rings, field: Field, home: Home, slot: int, number: int) -> Points:
    """Those of the other points of the same row, where nothing lies, at the same place."""
    taken = {stand.slot for stand in opening(home)} | {slot}
    bare = [
        field.spot(other, number)
        for other in SLOTS
        if other not in taken and field.is_top(other) is field.is_top(slot)
    ]
    return colours(found, field, np.array(bare))
