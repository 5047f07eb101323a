"""Where the thirty checkers of the starting position may be, the corners being roughly known."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.field import HALF, ROW, Field
from vision.home import Home
from vision.learning.opening import opening, rows
from vision.learning.rings import Response, Rings, rings
from vision.pictures import Picture, Points

BARS = (0.0, 0.5, 1.0, 1.5)
"""How wide a bar may be, in widths of a point."""
DEPTHS = (8.4, 9.6, 10.9, 12.4)
"""How deep a board may be."""
RADII = np.array([0.37, 0.41, 0.45, 0.48])
"""Half as wide as checkers may be."""
SNUG = 1.05
"""From one checker of a row to the next, in widths of a checker."""
STEP = 0.25
"""Widths of a point from one try to the next; in between, the best is taken."""
ASIDE = np.arange(-3, 4) * STEP
"""How far each end of a row may lie beside where the corners have it."""
WIDE = 0.8
"""The bar that boards are taken to have when they are rectified."""
HOMES = (Home.BOTTOM_RIGHT, Home.BOTTOM_LEFT)
"""Which colour's home it is does not matter here, so the bottom is as good as the top."""


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """Where the checkers may be."""

    home: Home
    """Light's, or as well the opposite one of the other colour."""
    bar: float
    depth: float
    pitch: float
    """From one checker of a row to the next, in widths of a point, as all of these."""
    pixels: Points
    """Where each checker of `opening(home)` may be seen."""
    worth: float
    """How well circles are seen there, from 0 to 1."""


def guesses(picture: Picture, corners: Corners) -> tuple[Guess, ...]:
    """The best guess for each side on which the homes may be."""
    every = [
        _row_by_row(found, place, home, bar, depth)
        for depth in DEPTHS
        for found in [circles(picture, corners, depth)]
        for place, home, bar in product(range(len(RADII)), HOMES, BARS)
    ]
    return tuple(
        max((guess for guess in every if guess.home is home), key=lambda guess: guess.worth)
        for home in HOMES
    )


def circles(picture: Picture, corners: Corners, depth: float) -> Rings:
    """How much each spot looks like the middle of a checker, and the best of those around it."""
    field = Field(bar=WIDE, depth=depth)
    plane = cv2.getPerspectiveTransform(
        field.corners.astype(np.float32), corners.points.astype(np.float32)
    )
    return rings(picture, np.asarray(plane, np.float64), field, RADII).widened(STEP / 2)


def _row_by_row(found: Rings, at: int, home: Home, bar: float, depth: float) -> Guess:
    pitch = 2 * float(RADII[at]) * SNUG
    stands = rows(opening(home))
    spots, worth = np.zeros((len(stands), 2)), 0.0
    for is_top in (0, 1):
        row = stands[:, 2] == is_top
        spots[row], gain = _row(found, found.responses[at], stands[row], bar, depth, pitch)
        worth += gain / 2
    return Guess(home, bar, depth, pitch, found.back(found.at(spots)), worth)


def _row(
    found: Rings, response: Response, stands: Points, bar: float, depth: float, pitch: float
) -> tuple[Points, float]:
    """The best place for the checkers of one row, and how well circles are seen there."""
    across, from_rim, is_top = stands.T
    x = (across + 0.5 + bar * (across >= HALF)) * (ROW + WIDE) / (ROW + bar)
    y = np.where(is_top > 0, from_rim * pitch, depth - from_rim * pitch)
    share = (x / (ROW + WIDE))[:, None]
    ends = np.array(list(product(ASIDE, ASIDE))).T
    aside = ends[0] * (1 - share) + ends[1] * share
    high, wide = response.shape
    columns = clipped(found.at(x[:, None] + aside), wide)
    lines = clipped(found.at(y[:, None] + aside), high)
    worth = response[lines[:, :, None], columns[:, None, :]].mean(axis=0)
    down, right = np.unravel_index(int(worth.argmax()), worth.shape)
    spots = np.column_stack([x + aside[:, right], y + aside[:, down]])
    return spots, float(worth[down, right])


def clipped(places: Points, end: int) -> NDArray[np.intp]:
    """Which of so many pixels in a row are the nearest to these places."""
    return np.clip(np.round(places), 0, end - 1).astype(np.intp)
