"""How a camera sees a board: from spots on it and above it to pixels, and back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.field import Field
from vision.pictures import Points

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """A camera that stands still over a board that lies still."""

    matrix: Matrix
    """Three by four: from (x, y, z, 1) in widths of a point, as `field` has them, to a pixel."""
    size: tuple[int, int]
    """How wide and how high its pictures are."""
    lens: float = 0.0
    """How much further from the middle a pixel is seen at half the diagonal, as a part of one."""

    def pixels(self, spots: Points) -> Points:
        """Where spots are seen; each row is x and y on the surface, or x, y and z."""
        rows = np.zeros((len(spots), 4))
        rows[:, : spots.shape[1]] = spots
        rows[:, 3] = 1
        seen = rows @ self.matrix.T
        return self._bent(seen[:, :2] / seen[:, 2:])

    def corners(self, field: Field) -> Corners:
        """Where the corners of a field are seen; ValueError if nobody can see it so."""
        return Corners.of(self.pixels(field.corners))

    def spots(self, pixels: Points, height: float = 0.0) -> Points:
        """Which spots at a height are seen at these pixels."""
        rows = np.hstack([self._straightened(pixels), np.ones((len(pixels), 1))])
        found = rows @ np.linalg.inv(self.plane(height)).T
        spots: Points = found[:, :2] / found[:, 2:]
        return spots

    def plane(self, height: float = 0.0) -> Matrix:
        """The homography from a plane over the board to pixels, but for the lens."""
        columns = self.matrix[:, [0, 1, 3]].copy()
        columns[:, 2] += height * self.matrix[:, 2]
        return columns

    @property
    def _middle(self) -> Points:
        return (np.array(self.size, dtype=np.float64) - 1) / 2

    @property
    def _reach(self) -> float:
        """Half the diagonal."""
        return float(np.hypot(*self.size) / 2)

    def _bent(self, pixels: Points) -> Points:
        if not self.lens:
            return pixels
        away = pixels - self._middle
        square = (away**2).sum(axis=1, keepdims=True) / self._reach**2
        bent: Points = self._middle + away * (1 + self.lens * square)
        return bent

    def _straightened(self, pixels: Points) -> Points:
        if not self.lens:
            return pixels
        bent = pixels - self._middle
        away = bent
        for _ in range(8):
            square = (away**2).sum(axis=1, keepdims=True) / self._reach**2
            away = bent / (1 + self.lens * square)
        straightened: Points = self._middle + away
        return straightened
