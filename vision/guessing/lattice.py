"""Where rows of checkers may stand on a board that nobody knows, its corners being about known."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.field import HALF, ROW, Field
from vision.home import Home
from vision.learning.opening import opening, rows
from vision.learning.rings import Response, Rings, rings
from vision.learning.searching import BARS, DEPTHS, RADII, SNUG, STEP, WIDE, Guess
from vision.pictures import Picture, Points

FULL = 5
"""Checkers of a row that are looked for."""
CHECKER = 0.3
"""How well a circle has to be seen to speak for a checker."""
ASIDE = np.arange(-2, 3) * STEP
"""Widths of a point by which each end of a row may lie beside where the corners have it."""
UNLIKELY = 0.02
"""What a row is worth less for each step that it lies aside."""
ENDS: Points = np.array(list(product(ASIDE, ASIDE))).T
"""How far the left and the right end of a row are aside."""
ASKEW = UNLIKELY / STEP * np.abs(ENDS).sum(axis=0)


def lattice(picture: Picture, corners: Corners) -> Guess:
    """The measures of a board that put the most circles where checkers stand."""
    every = [
        _lattice(found, at, bar, depth)
        for depth in DEPTHS
        for found in [_circles(picture, corners, depth)]
        for at, bar in product(range(len(RADII)), BARS)
    ]
    return max(every, key=lambda guess: guess.worth)


def _circles(picture: Picture, corners: Corners, depth: float) -> Rings:
    field = Field(bar=WIDE, depth=depth)
    plane = cv2.getPerspectiveTransform(
        field.corners.astype(np.float32), corners.points.astype(np.float32)
    )
    return rings(picture, np.asarray(plane, np.float64), field, RADII).widened(STEP / 2)


def _lattice(found: Rings, at: int, bar: float, depth: float) -> Guess:
    pitch = 2 * float(RADII[at]) * SNUG
    stands = rows(opening(Home.BOTTOM_RIGHT))
    spots, worth = np.zeros((len(stands), 2)), 0.0
    for is_top in (0, 1):
        across, down, gain = _aside(found, found.responses[at], bar, depth, pitch, is_top)
        row = stands[:, 2] == is_top
        x, y = _spots(stands[row], bar, depth, pitch)
        share = x / (ROW + WIDE)
        spots[row] = np.column_stack(
            [
                x + across[0] * (1 - share) + across[1] * share,
                y + down[0] * (1 - share) + down[1] * share,
            ]
        )
        worth += gain
    return Guess(Home.BOTTOM_RIGHT, bar, depth, pitch, found.back(found.at(spots)), worth)


def _aside(
    found: Rings, response: Response, bar: float, depth: float, pitch: float, is_top: int
) -> tuple[Points, Points, float]:
    """How far the ends of a row lie aside, across and down, and how well its circles are seen."""
    stands = np.array([(at, number + 0.5, is_top) for at in range(ROW) for number in range(FULL)])
    x, y = _spots(stands, bar, depth, pitch)
    share = (x / (ROW + WIDE))[:, None]
    aside = ENDS[0] * (1 - share) + ENDS[1] * share
    high, wide = response.shape
    columns = _clipped(found.at(x[:, None] + aside), wide)
    lines = _clipped(found.at(y[:, None] + aside), high)
    seen = response[lines[:, :, None], columns[:, None, :]] - CHECKER
    piles = np.cumsum(seen.reshape(ROW, FULL, *seen.shape[1:]), axis=1).max(axis=1)
    worth = np.maximum(piles, 0).sum(axis=0) - ASKEW[:, None] - ASKEW
    down, right = np.unravel_index(int(worth.argmax()), worth.shape)
    return ENDS[:, right], ENDS[:, down], float(worth[down, right])


def _spots(stands: Points, bar: float, depth: float, pitch: float) -> tuple[Points, Points]:
    """Where the checkers of a row are, the field being as wide as it was taken to be."""
    across, from_rim, is_top = stands.T
    x = (across + 0.5 + bar * (across >= HALF)) * (ROW + WIDE) / (ROW + bar)
    return x, np.where(is_top > 0, from_rim * pitch, depth - from_rim * pitch)


def _clipped(places: Points, end: int) -> NDArray[np.intp]:
    return np.clip(np.round(places), 0, end - 1).astype(np.intp)
