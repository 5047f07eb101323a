"""The camera of a scene: spots of the world to pixels, pixels to rays; boxes of pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from hardware.devices import PictureSize
from simulation.rendering.picture_conditions import Viewpoint

Floats = NDArray[np.float32]
Reals = NDArray[np.float64]

PixelBox = tuple[int, int, int, int]
"""A part of a picture: its first column and row, and the first ones beyond it."""
NEAREST, WIDEST = 0.01, 8.0
"""Smallest depth and largest sideways slope in projections; beyond them nothing is visible."""
ITERATIONS = 12
"""Iterations that suffice to place the camera, and to undo the distortion of its lens."""


@dataclass(frozen=True, slots=True, eq=False)
class SceneCamera:
    """A camera with its position, orientation and lens."""

    position: Reals
    turn: Reals
    """Rotation matrix, whose rows are the camera's right, down and ahead in the world."""
    focal: float
    """Focal length in pixels."""
    distortion: float
    size: PictureSize

    @property
    def middle(self) -> Reals:
        return (np.array(self.size, float) - 1) / 2

    def pixels(self, spots: Reals) -> Reals:
        """Projects spots of the world to pixels, one row for each."""
        seen = (np.asarray(spots, float) - self.position) @ self.turn.T
        plane = np.clip(seen[:, :2] / np.maximum(seen[:, 2:], NEAREST), -WIDEST, WIDEST)
        # Further out the distortion formula would bend spots back into the picture.
        square = (plane**2).sum(axis=1, keepdims=True)
        bent = 1 + self.distortion * np.minimum(square, 0.3 / max(abs(self.distortion), 1e-6))
        return np.asarray(self.middle + self.focal * plane * bent)

    def rays(self, box: PixelBox, finer: int = 1) -> Floats:
        """Directions into the world for the pixels of a part, `finer` per pixel both ways."""
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
        """Pixels per point width at a spot."""
        return float(self.focal / ((spot - self.position) @ self.turn[2]))

    def _straightened(self, bent: Reals) -> Reals:
        far = np.hypot(bent[..., 0], bent[..., 1])
        table = np.linspace(0, float(far.max()) * 1.001 + 1e-9, 2000)
        straight = table.copy()
        for _ in range(ITERATIONS):
            straight = table / (1 + self.distortion * straight**2)
        by = np.interp(far, table, straight / np.maximum(table, 1e-12))
        return bent * by[..., None]


@lru_cache(maxsize=64)
def place_camera(viewpoint: Viewpoint, half: tuple[float, float], size: PictureSize) -> SceneCamera:
    """The camera of a viewpoint, placed so that a board of these half sizes fills the picture."""
    focal = size[0] / 2 / tan(radians(viewpoint.field_of_view / 2))
    turn = _turn_of(viewpoint)
    corners = np.array([(x * half[0], y * half[1], 0) for x in (-1, 1) for y in (-1, 1)])
    wanted = np.array(size) * (0.5 + np.array(viewpoint.offset)) - 0.5
    away, aim = 3 * half[0], np.zeros(3)
    standing = SceneCamera(aim - away * turn[2], turn, focal, viewpoint.distortion, size)
    for _ in range(ITERATIONS):
        seen = standing.pixels(corners)
        extent = (seen.max(axis=0) - seen.min(axis=0)) / np.array(size)
        away *= float(extent.max()) / viewpoint.fill
        off = (seen.max(axis=0) + seen.min(axis=0)) / 2 - wanted
        aim = aim + (off[0] * turn[0] + off[1] * turn[1]) * away / focal
        aim -= turn[2] * aim[2] / turn[2][2]
        standing = SceneCamera(aim - away * turn[2], turn, focal, viewpoint.distortion, size)
    knocked = _bump_rotation(viewpoint) @ turn
    return SceneCamera(standing.position, knocked, focal, viewpoint.distortion, size)


def _turn_of(viewpoint: Viewpoint) -> Reals:
    tilt, around = radians(viewpoint.tilt), radians(viewpoint.azimuth)
    outwards = np.array([sin(around), -cos(around), 0])
    ahead = -sin(tilt) * outwards + np.array([0, 0, -cos(tilt)])
    right = np.array([cos(around), sin(around), 0])
    down = np.cross(ahead, right)
    roll = radians(viewpoint.roll)
    across = cos(roll) * right + sin(roll) * down
    return np.array([across, cos(roll) * down - sin(roll) * right, ahead])


def _bump_rotation(viewpoint: Viewpoint) -> Reals:
    """The rotation of the camera by the bumps since it was set up."""
    a, b, c = (radians(angle) for angle in viewpoint.bump)
    pan = np.array([[cos(a), 0, -sin(a)], [0, 1, 0], [sin(a), 0, cos(a)]])
    nod = np.array([[1, 0, 0], [0, cos(b), -sin(b)], [0, sin(b), cos(b)]])
    roll = np.array([[cos(c), sin(c), 0], [-sin(c), cos(c), 0], [0, 0, 1]])
    return np.asarray(roll @ nod @ pan)


def box_around(camera: SceneCamera, spots: Reals, margin: int = 2) -> PixelBox | None:
    """The box around these spots in a picture; None if it is outside the picture."""
    pixels = camera.pixels(spots)
    left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    return clip((int(left), int(top), int(right), int(bottom)), camera.size)


def clip(box: PixelBox, size: PictureSize) -> PixelBox | None:
    """The part of a box inside the picture; None if there is none."""
    left, top, right, bottom = box
    box = max(left, 0), max(top, 0), min(right, size[0]), min(bottom, size[1])
    return box if box[0] < box[2] and box[1] < box[3] else None


def grow(box: PixelBox, by: int, size: PictureSize) -> PixelBox:
    """A box with a margin around it, clipped to the picture."""
    left, top, right, bottom = box
    return max(left - by, 0), max(top - by, 0), min(right + by, size[0]), min(bottom + by, size[1])


def intersect(one: PixelBox, other: PixelBox) -> PixelBox | None:
    """The intersection of two boxes; None if they do not overlap."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def bounding_box(boxes: Iterable[PixelBox]) -> PixelBox | None:
    """The smallest box that holds all of these; None for no boxes."""
    sides = list(zip(*boxes, strict=True))
    if not sides:
        return None
    return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])


def merge_overlapping(boxes: Iterable[PixelBox]) -> list[PixelBox]:
    """Boxes that do not overlap and together hold all of these."""
    apart: list[PixelBox] = []
    for box in boxes:
        whole = box
        while touching := [other for other in apart if intersect(whole, other)]:
            apart = [other for other in apart if other not in touching]
            whole = bounding_box([whole, *touching]) or whole
        apart.append(whole)
    return apart
