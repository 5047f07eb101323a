"""The corners of a board in a picture; the projection of spots to pixels and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.field_geometry import FieldGeometry
from vision.picture_arrays import Points

PixelPosition = tuple[float, float]
"""x and y in pixels, to the right and down from the middle of the top left pixel."""
OUTSIDE = 0.05
"""Fraction of the picture's size by which a corner may lie outside of it."""
SHORTEST = 60.0
"""Pixels; the shortest side of a board that can be read."""


@dataclass(frozen=True, slots=True)
class Corners:
    """The four outer corners of the field of 24 points, on the playing surface.

    They are named as the board is numbered, not by their place in the picture: after rectification
    the bottom row from right to left is 1 to 12, and the top row from left to right 13 to 24.
    Raises ValueError unless they form a convex quadrilateral in this order.
    """

    top_left: PixelPosition
    top_right: PixelPosition
    bottom_right: PixelPosition
    bottom_left: PixelPosition

    def __post_init__(self) -> None:
        turns = turn_directions(self.points)
        if not np.isfinite(turns).all() or not ((turns > 0).all() or (turns < 0).all()):
            raise ValueError("the corners of a board must form a convex quadrilateral, in order")

    @classmethod
    def of(cls, points: Points) -> Self:
        """Returns the corners in four rows: top left, top right, bottom right, bottom left."""
        top_left, top_right, bottom_right, bottom_left = ((float(x), float(y)) for x, y in points)
        return cls(top_left, top_right, bottom_right, bottom_left)

    @property
    def points(self) -> Points:
        """Four rows of x and y: top left, top right, bottom right, bottom left."""
        every = (self.top_left, self.top_right, self.bottom_right, self.bottom_left)
        return np.array(every, dtype=np.float64)

    @property
    def is_mirrored(self) -> bool:
        """True if the picture shows the board mirrored."""
        return bool((turn_directions(self.points) < 0).all())

    @property
    def width(self) -> float:
        """The length in pixels of the longer of the top and bottom sides."""
        top_left, top_right, bottom_right, bottom_left = self.points
        along = top_right - top_left, bottom_right - bottom_left
        return float(max(np.hypot(*side) for side in along))

    @property
    def shortest(self) -> float:
        """The length in pixels of the shortest side."""
        sides = np.roll(self.points, -1, axis=0) - self.points
        return float(np.linalg.norm(sides, axis=1).min())

    def outside_of(self, size: tuple[int, int]) -> tuple[PixelPosition, ...]:
        """The corners that lie outside of a picture of this size by more than `OUTSIDE`."""
        parts = self.points / size
        far = ((parts < -OUTSIDE) | (parts > 1 + OUTSIDE)).any(axis=1)
        return tuple((float(x), float(y)) for x, y in self.points[far])

    def rotated(self, quarters: int) -> Corners:
        """The corners after quarter turns: the board numbered from another side."""
        return Corners.of(np.roll(self.points, -quarters, axis=0))

    def scaled(self, by: float) -> Corners:
        return Corners.of((self.points + 0.5) * by - 0.5)


def turn_directions(points: Points) -> Points:
    """The cross product at each of four corners: above 0 turns clockwise (y points down)."""
    ahead = np.roll(points, -1, axis=0) - points
    x, y = ahead[:, 0], ahead[:, 1]
    return x * np.roll(y, -1) - y * np.roll(x, -1)


ProjectionMatrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BoardCamera:
    """The projection of a fixed camera over a fixed board."""

    matrix: ProjectionMatrix
    """3 by 4: from (x, y, z, 1) in widths of a point, as in `vision.field_geometry`, to pixels."""
    size: tuple[int, int]
    """Width and height of its pictures in pixels."""
    lens: float = 0.0
    """Relative radial distortion at half the diagonal of the picture; 0 for none."""

    def pixels(self, spots: Points) -> Points:
        """Projects spots to pixels; each row is x and y on the surface, or x, y and z."""
        rows = np.zeros((len(spots), 4))
        rows[:, : spots.shape[1]] = spots
        rows[:, 3] = 1
        seen = rows @ self.matrix.T
        return self._distort(seen[:, :2] / seen[:, 2:])

    def corners(self, field: FieldGeometry) -> Corners:
        """The corners of a field in the picture; ValueError if they do not form a visible board."""
        return Corners.of(self.pixels(field.corners))

    def spots(self, pixels: Points, height: float = 0.0) -> Points:
        """The spots at a height above the surface that are seen at these pixels."""
        rows = np.hstack([self._undistort(pixels), np.ones((len(pixels), 1))])
        found = rows @ np.linalg.inv(self.plane(height)).T
        return np.asarray(found[:, :2] / found[:, 2:])

    def plane(self, height: float = 0.0) -> ProjectionMatrix:
        """The homography from the plane at a height to pixels, without the lens distortion."""
        columns = self.matrix[:, [0, 1, 3]].copy()
        columns[:, 2] += height * self.matrix[:, 2]
        return columns

    @property
    def _middle(self) -> Points:
        return (np.array(self.size, dtype=np.float64) - 1) / 2

    @property
    def _reach(self) -> float:
        """Half the diagonal of the picture in pixels."""
        return float(np.hypot(*self.size) / 2)

    def _distort(self, pixels: Points) -> Points:
        if not self.lens:
            return pixels
        away = pixels - self._middle
        square = (away**2).sum(axis=1, keepdims=True) / self._reach**2
        return np.asarray(self._middle + away * (1 + self.lens * square))

    def _undistort(self, pixels: Points) -> Points:
        """Removes the lens distortion, by fixed-point iteration."""
        if not self.lens:
            return pixels
        bent = pixels - self._middle
        away = bent
        for _ in range(8):
            square = (away**2).sum(axis=1, keepdims=True) / self._reach**2
            away = bent / (1 + self.lens * square)
        return self._middle + away


def square_to_corners(corners: Points) -> ProjectionMatrix:
    """The homography from the unit square to four corners."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    a, b, c, d = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    x, y = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    whole = a * d - c * b
    g, h = (x * d - c * y) / whole, (a * y - x * b) / whole
    across = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0]
    return np.array([across, [y1 - y0 + g * y1, y3 - y0 + h * y3, y0], [g, h, 1]])


def apply_homography(plane: NDArray[np.floating], spots: Points) -> Points:
    """Applies a homography to spots; their last axis holds x and y."""
    rows = spots @ plane[:, :2].T + plane[:, 2]
    return np.asarray(rows[..., :2] / rows[..., 2:])
