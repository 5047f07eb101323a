"""A pinhole with a lens before it: from spots in the world to pixels, and from pixels to rays.

The world is measured in widths of a point from the middle of the field: x to the right, y towards
the top row, z up. The camera's own axes are right, down, and ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.viewpoints import Viewpoint

Floats = NDArray[np.float32]
Reals = NDArray[np.float64]

Size = tuple[int, int]
"""How wide and how high a picture is."""
Box = tuple[int, int, int, int]
"""The first column and row of a part of a picture, and the first ones behind it."""
NEAREST, WIDEST = 0.01, 8.0
"""What is nearer to the camera or further aside is not in the picture anyhow."""
ROUNDS = 12
"""After so many the camera stands right, and a lens is undone."""


@dataclass(frozen=True, slots=True, eq=False)
class Optics:
    """A camera that stands somewhere."""

    stand: Reals
    turn: Reals
    """Rows: the camera's right, down and ahead in the world."""
    focal: float
    """Pixels."""
    lens: float
    size: Size

    @property
    def middle(self) -> Reals:
        return (np.array(self.size, float) - 1) / 2

    def pixels(self, spots: Reals) -> Reals:
        """Where spots of the world are seen, one row for each."""
        seen = (np.asarray(spots, float) - self.stand) @ self.turn.T
        plane = np.clip(seen[:, :2] / np.maximum(seen[:, 2:], NEAREST), -WIDEST, WIDEST)
        # Further out such a lens would bend everything back into the picture.
        square = (plane**2).sum(axis=1, keepdims=True)
        bent = 1 + self.lens * np.minimum(square, 0.3 / max(abs(self.lens), 1e-6))
        pixels: Reals = self.middle + self.focal * plane * bent
        return pixels

    def rays(self, box: Box, finer: int = 1) -> Floats:
        """The way into the world for each pixel of a part, divided into so many each way."""
        left, top, right, bottom = box
        x = (np.arange((right - left) * finer) + 0.5) / finer - 0.5 + left
        y = (np.arange((bottom - top) * finer) + 0.5) / finer - 0.5 + top
        bent = np.stack(np.meshgrid(x, y), axis=-1) - self.middle
        plane = self._straightened(bent / self.focal).astype(np.float32)
        ways = np.empty((*plane.shape[:2], 3), np.float32)
        for axis in range(3):
            right_, down, ahead = (np.float32(part) for part in self.turn[:, axis])
            ways[..., axis] = plane[..., 0] * right_ + plane[..., 1] * down + ahead
        return ways

    def per_unit(self, spot: Reals) -> float:
        """Pixels that the width of a point takes at a spot."""
        return float(self.focal / ((spot - self.stand) @ self.turn[2]))

    def _straightened(self, bent: Reals) -> Reals:
        far = np.hypot(bent[..., 0], bent[..., 1])
        table = np.linspace(0, float(far.max()) * 1.001 + 1e-9, 2000)
        straight = table.copy()
        for _ in range(ROUNDS):
            straight = table / (1 + self.lens * straight**2)
        by = np.interp(far, table, straight / np.maximum(table, 1e-12))
        plane: Reals = bent * by[..., None]
        return plane


@lru_cache(maxsize=64)
def optics(viewpoint: Viewpoint, half: tuple[float, float], size: Size) -> Optics:
    """The camera of a viewpoint before a board that reaches so far to the sides and up and down."""
    focal = size[0] / 2 / tan(radians(viewpoint.reach / 2))
    turn = _turned(viewpoint)
    corners = np.array([(x * half[0], y * half[1], 0) for x in (-1, 1) for y in (-1, 1)])
    wanted = np.array(size) * (0.5 + np.array(viewpoint.aside)) - 0.5
    away, aim = 3 * half[0], np.zeros(3)
    standing = Optics(aim - away * turn[2], turn, focal, viewpoint.lens, size)
    for _ in range(ROUNDS):
        seen = standing.pixels(corners)
        extent = (seen.max(axis=0) - seen.min(axis=0)) / np.array(size)
        away *= float(extent.max()) / viewpoint.fill
        off = (seen.max(axis=0) + seen.min(axis=0)) / 2 - wanted
        aim = aim + (off[0] * turn[0] + off[1] * turn[1]) * away / focal
        aim -= turn[2] * aim[2] / turn[2][2]
        standing = Optics(aim - away * turn[2], turn, focal, viewpoint.lens, size)
    return Optics(standing.stand, _knocked(viewpoint) @ turn, focal, viewpoint.lens, size)


def _turned(viewpoint: Viewpoint) -> Reals:
    tilt, around = radians(viewpoint.tilt), radians(viewpoint.azimuth)
    outwards = np.array([sin(around), -cos(around), 0])
    ahead = -sin(tilt) * outwards + np.array([0, 0, -cos(tilt)])
    right = np.array([cos(around), sin(around), 0])
    down = np.cross(ahead, right)
    roll = radians(viewpoint.roll)
    return np.array(
        [cos(roll) * right + sin(roll) * down, cos(roll) * down - sin(roll) * right, ahead]
    )


def _knocked(viewpoint: Viewpoint) -> Reals:
    """How the axes of the camera turned since it was set up."""
    a, b, c = (radians(angle) for angle in viewpoint.bump)
    pan = np.array([[cos(a), 0, -sin(a)], [0, 1, 0], [sin(a), 0, cos(a)]])
    nod = np.array([[1, 0, 0], [0, cos(b), -sin(b)], [0, sin(b), cos(b)]])
    roll = np.array([[cos(c), sin(c), 0], [-sin(c), cos(c), 0], [0, 0, 1]])
    knocked: Reals = roll @ nod @ pan
    return knocked
