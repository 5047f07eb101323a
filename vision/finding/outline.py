"""A board as it may lie in a picture: its corners, its bar, and the triangles of its points."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.eye import Matrix
from vision.field import HALF, ROW
from vision.homography import through, to_pixels
from vision.pictures import Points

USUAL_BAR, USUAL_LENGTH, USUAL_GAP = 0.8, 0.42, 0.02
HEIGHTS = np.linspace(0.12, 0.88, 9)
"""Where on the sides of a triangle it is looked at, from its base to its tip."""
SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float64)
COLUMNS = np.arange(ROW)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A board as it may lie in a picture.

    Spots on it are told as parts of its width from the left and of its depth from the top.
    """

    corners: Points
    """Top left, top right, bottom right and bottom left, in pixels."""
    bar: float = USUAL_BAR
    """How wide the bar is, in widths of a point."""
    length: float = USUAL_LENGTH
    """Of a point, as a part of the board's depth."""
    gap: float = USUAL_GAP
    """Half of what is left between the bases of two points, in widths of a point."""

    @property
    def vector(self) -> Points:
        """All numbers of it."""
        return np.array([*self.corners.ravel(), self.bar, self.length, self.gap])

    @classmethod
    def of(cls, vector: Points) -> Outline:
        """From the numbers of `vector`."""
        bar, length, gap = map(float, vector[8:])
        return cls(vector[:8].reshape(4, 2), bar, length, gap)

    @property
    def width(self) -> float:
        """In widths of a point."""
        return ROW + self.bar

    @property
    def pitch(self) -> float:
        """Pixels that a point is wide."""
        top_left, top_right, bottom_right, bottom_left = self.corners
        along = np.hypot(*(top_right - top_left)) + np.hypot(*(bottom_right - bottom_left))
        return float(along / 2 / self.width)

    @property
    def depth(self) -> float:
        """From top to bottom, in widths of a point as they are seen."""
        top_left, top_right, bottom_right, bottom_left = self.corners
        down = np.hypot(*(bottom_left - top_left)) + np.hypot(*(bottom_right - top_right))
        return float(down / 2 / self.pitch)

    @property
    def plane(self) -> Matrix:
        """From spots to pixels."""
        return to_pixels(self.corners)

    def pixels(self, spots: Points) -> Points:
        """Where spots are seen."""
        return through(self.plane, spots)

    def columns(self) -> Points:
        """The middles of the twelve points of a row, in widths of a point from the left."""
        middles: Points = COLUMNS + 0.5 + self.bar * (COLUMNS >= HALF)
        return middles

    def edges(self, *, upside_down: bool = False) -> Points:
        """Spots on the sides of the triangles, or of such as would stand on their tips.

        By row (top, bottom), side (left, right), column and height.
        """
        half = (0.5 - self.gap) * (HEIGHTS if upside_down else 1 - HEIGHTS)
        x = self.columns()[:, None] + np.array([-1, 1])[:, None, None] * half
        x = np.broadcast_to(x, (2, *x.shape)) / self.width
        y = np.array([HEIGHTS * self.length, 1 - HEIGHTS * self.length])[:, None, None, :]
        return np.stack([x, np.broadcast_to(y, x.shape)], axis=-1)

    def ending(self, left: int, right: int) -> Outline:
        """The same with its ends so many widths of a point further to the right."""
        shift = np.array([(left, 0), (right, 0), (right, 0), (left, 0)]) / self.width
        bar = max(self.bar + right - left, 0.0)
        return replace(self, corners=self.pixels(SQUARE + shift), bar=bar)
