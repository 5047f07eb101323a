"""Where the corners of the field are in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from vision.pictures import Points

Pixel = tuple[float, float]
"""To the right and down from the middle of the top left pixel."""
OUTSIDE = 0.05
"""So far a corner may lie outside of the picture, as a part of its size."""
SHORTEST = 60.0
"""Pixels along a side of a board; in a smaller one nothing can be told."""


@dataclass(frozen=True, slots=True)
class Corners:
    """The four outer corners of the field of 24 points, on the surface that is played on.

    They are named as the board is numbered, not as the picture is held: rectified by them, the
    bottom row from right to left is 1 to 12, and the top row from left to right 13 to 24.
    """

    top_left: Pixel
    top_right: Pixel
    bottom_right: Pixel
    bottom_left: Pixel

    def __post_init__(self) -> None:
        turns = turns_of(self.points)
        if not np.isfinite(turns).all() or not ((turns > 0).all() or (turns < 0).all()):
            raise ValueError("the corners of a board go around it, one after the other")

    @classmethod
    def of(cls, points: Points) -> Self:
        """Four rows, in the order of the fields."""
        top_left, top_right, bottom_right, bottom_left = ((float(x), float(y)) for x, y in points)
        return cls(top_left, top_right, bottom_right, bottom_left)

    @property
    def points(self) -> Points:
        """Four rows, in the order of the fields."""
        every = (self.top_left, self.top_right, self.bottom_right, self.bottom_left)
        return np.array(every, dtype=np.float64)

    @property
    def is_mirrored(self) -> bool:
        """Whether the picture shows the board as a mirror would."""
        return bool((turns_of(self.points) < 0).all())

    @property
    def width(self) -> float:
        """Pixels along the longer of top and bottom."""
        top_left, top_right, bottom_right, bottom_left = self.points
        along = top_right - top_left, bottom_right - bottom_left
        return float(max(np.hypot(*side) for side in along))

    @property
    def shortest(self) -> float:
        """Pixels along the shortest side."""
        sides = np.roll(self.points, -1, axis=0) - self.points
        return float(np.linalg.norm(sides, axis=1).min())

    def outside(self, size: tuple[int, int]) -> tuple[Pixel, ...]:
        """Those that lie further outside of a picture this wide and high than they may."""
        parts = self.points / size
        far = ((parts < -OUTSIDE) | (parts > 1 + OUTSIDE)).any(axis=1)
        return tuple((float(x), float(y)) for x, y in self.points[far])

    def turned(self, quarters: int) -> Corners:
        """The same four, the first one so many places further on: the board seen from elsewhere."""
        return Corners.of(np.roll(self.points, -quarters, axis=0))

    def scaled(self, by: float) -> Corners:
        """Where they are once the picture was made so much larger."""
        return Corners.of((self.points + 0.5) * by - 0.5)


def turns_of(points: Points) -> Points:
    """Which way each of four corners turns: above 0 is clockwise, as pixels count downwards."""
    ahead = np.roll(points, -1, axis=0) - points
    x, y = ahead[:, 0], ahead[:, 1]
    turns: Points = x * np.roll(y, -1) - y * np.roll(x, -1)
    return turns
