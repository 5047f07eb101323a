"""How likely each number of checkers on a place is, and what may be claimed of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.sightings import Count, Sighting

SET = 15
"""Checkers of each colour."""
SURE = 0.9995
"""What is claimed holds the truth so often."""
CLOSE = 1e-5
"""So much all chances together may be off from one."""


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """One number for each way a place may be: rows by Light's checkers, columns by Dark's."""

    table: NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.table.shape != (SET + 1, SET + 1) or not abs(self.table.sum() - 1) <= CLOSE:
            raise ValueError("there are 16 times 16 ways a place may be, one of which is true")

    @property
    def best(self) -> tuple[int, int]:
        """The likeliest number of Light's, and of Dark's."""
        light, dark = np.unravel_index(int(self.table.argmax()), self.table.shape)
        return int(light), int(dark)

    @property
    def confidence(self) -> float:
        """How likely the likeliest is."""
        return float(self.table.max())

    def sighting(self) -> Sighting:
        """The narrowest claim that is `SURE` to be true, the likeliest ways taken first."""
        every = self.table.ravel()
        order = every.argsort()[::-1]
        enough = int(every[order].cumsum().searchsorted(SURE)) + 1
        ways = [divmod(way, SET + 1) for way in order[:enough].tolist()]
        light, dark, both = zip(*((*way, sum(way)) for way in ways), strict=True)
        return Sighting(*(Count(min(counts), max(counts)) for counts in (light, dark, both)))


EVEN = Chances(np.full((SET + 1, SET + 1), 1 / (SET + 1) ** 2))
"""Nothing is known."""
