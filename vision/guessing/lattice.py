"""Where rows of checkers may stand on a board that nobody knows, its corners being about known."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.field import HALF, ROW
from vision.home import Home
from vision.learning.opening import opening, rows
from vision.learning.rings import Response, Rings
from vision.learning.searching import BARS, RADII, SNUG, STEP, WIDE, Guess, circles, clipped
from vision.pictures import Picture, Points

DEPTHS = (7.5, 8.4, 9.4, 10.5, 11.7, 13.0)
"""How deep a board may be, in widths of a point."""
FULL = 5
"""Checkers of a row that are looked for."""
CHECKER = 0.3
"""How well a circle has to be seen to speak for a checker."""
GAPS = 3.0
"""What one that is not seen speaks against a row that goes on behind it, beside that."""
ASIDE = np.arange(-1, 2) * STEP
"""Widths of a point by which each end of a row may lie beside where the corners have it."""
UNLIKELY = 0.02
"""What a row is worth less for each step that it lies aside."""
ENDS: Points = np.array(list(product(ASIDE, ASIDE))).T
"""How far the left and the right end of a row are aside."""
ASKEW = UNLIKELY / STEP * np.abs(ENDS).sum(axis=0)


@dataclass(frozen=True, slots=True)
class _Measures:
    """What boards and checkers differ in."""

    bar: float
    depth: float
    pitch: float

    def spots(self, stands: Points) -> Points:
        """Where checkers are, the field being as wide as it was taken to be."""
        across, from_rim, is_top = stands.T
        x = (across + 0.5 + self.bar * (across >= HALF)) * (ROW + WIDE) / (ROW + self.bar)
        y = from_rim * self.pitch
        return np.column_stack([x, np.where(is_top > 0, y, self.depth - y)])


def lattices(picture: Picture, corners: Corners) -> list[Guess]:
    """For each depth the measures that put the most circles where checkers stand, best first."""
    every = [_deep(picture, corners, depth) for depth in DEPTHS]
    return sorted(every, key=lambda guess: -guess.worth)


def gained(seen: NDArray[np.floating]) -> Points:
    """What each row, its first checker first, is worth so far out by how well each is seen."""
    clear = seen - CHECKER
    return np.cumsum(np.where(clear < 0, GAPS * clear, clear), axis=1)


def _deep(picture: Picture, corners: Corners, depth: float) -> Guess:
    found = circles(picture, corners, depth)
    every = [
        _guess(found, response, _Measures(bar, depth, 2 * float(radius) * SNUG))
        for radius, response in zip(RADII, found.responses, strict=True)
        for bar in BARS
    ]
    return max(every, key=lambda guess: guess.worth)


def _guess(found: Rings, response: Response, measures: _Measures) -> Guess:
    """How well circles are seen where checkers stand, each row lying where it fits best."""
    stands = rows(opening(Home.BOTTOM_RIGHT))
    spots, worth = measures.spots(stands), 0.0
    for is_top in (0, 1):
        aside, gain = _aside(found, response, measures, is_top)
        row = stands[:, 2] == is_top
        spots[row] += _between(spots[row, :1], aside)
        worth += gain
    bar, depth, pitch = measures.bar, measures.depth, measures.pitch
    return Guess(Home.BOTTOM_RIGHT, bar, depth, pitch, found.back(found.at(spots)), worth)


def _aside(
    found: Rings, response: Response, measures: _Measures, is_top: int
) -> tuple[Points, float]:
    """How far the ends of a row lie aside, across and down, and how well its circles are seen."""
    stands = np.array([(at, number + 0.5, is_top) for at in range(ROW) for number in range(FULL)])
    spots = measures.spots(stands)
    aside = _between(spots[:, :1], ENDS)
    high, wide = response.shape
    columns = clipped(found.at(spots[:, :1] + aside), wide)
    lines = clipped(found.at(spots[:, 1:] + aside), high)
    seen = response[lines[:, :, None], columns[:, None, :]]
    piles = gained(seen.reshape(ROW, FULL, *seen.shape[1:])).max(axis=1)
    worth = np.maximum(piles, 0).sum(axis=0) - ASKEW[:, None] - ASKEW
    down, right = np.unravel_index(int(worth.argmax()), worth.shape)
    return ENDS[:, [right, down]], float(worth[down, right])


def _between(x: Points, ends: Points) -> Points:
    """How far something is aside that lies between the left and the right end of a row."""
    share = x / (ROW + WIDE)
    aside: Points = ends[0] * (1 - share) + ends[1] * share
    return aside
