"""Where the thirty checkers stand when a game begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from hardware.checkers import Colour
from vision.field import SLOTS, Field
from vision.home import Home
from vision.pictures import Points

COUNTS = {6: 5, 8: 3, 13: 5, 24: 2}
"""Checkers of one colour on each point, as that colour counts them."""


@dataclass(frozen=True, slots=True)
class Stand:
    """One checker of the starting position."""

    slot: int
    number: int
    """From the rim, where number 0 is."""
    colour: Colour


@cache
def opening(home: Home) -> tuple[Stand, ...]:
    """All thirty, Light's first."""
    return tuple(
        Stand(
            home.number(number if colour is Colour.LIGHT else len(SLOTS) + 1 - number), at, colour
        )
        for colour in (Colour.LIGHT, Colour.DARK)
        for number, count in COUNTS.items()
        for at in range(count)
    )


def rows(stands: tuple[Stand, ...]) -> Points:
    """For each checker its column, how many checkers from the rim it lies, and at which rim."""
    plain = Field(bar=0)
    return np.array(
        [
            (plain.column(stand.slot) - 0.5, stand.number + 0.5, plain.is_top(stand.slot))
            for stand in stands
        ],
        dtype=np.float64,
    )
