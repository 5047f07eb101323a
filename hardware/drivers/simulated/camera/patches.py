"""Patches: how one thing looks in a picture, ready to be laid over what is behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.optics import Box, Floats, Optics, Reals, Size
from hardware.drivers.simulated.camera.plans import Rect
from hardware.drivers.simulated.camera.shading import Lit

Halves = NDArray[np.float16]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A thing that covers a part of a picture, in parts of each pixel."""

    box: Box
    cover: Halves
    around: Halves
    main: Halves
    """What comes from it, as far as it covers a pixel."""


def box_around(camera: Optics, spots: Reals, margin: int = 2) -> Box | None:
    """The part of a picture in which these spots are; None if they are not in it."""
    pixels = camera.pixels(spots)
    left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    return clipped((int(left), int(top), int(right), int(bottom)), camera.size)


def clipped(box: Box, size: Size) -> Box | None:
    """What of a part lies in a picture."""
    left, top, right, bottom = box
    box = max(left, 0), max(top, 0), min(right, size[0]), min(bottom, size[1])
    return box if box[0] < box[2] and box[1] < box[3] else None


def grown(box: Box, by: int, size: Size) -> Box:
    """A part and a margin around it."""
    left, top, right, bottom = box
    return max(left - by, 0), max(top - by, 0), min(right + by, size[0]), min(bottom + by, size[1])


def common(one: Box, other: Box) -> Box | None:
    """What two parts share."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def around_all(boxes: Iterable[Box]) -> Box | None:
    """The part that holds all of these; None if there are none."""
    sides = list(zip(*boxes, strict=True))
    if not sides:
        return None
    return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Parts that do not overlap and hold all of these."""
    apart: list[Box] = []
    for box in boxes:
        whole = box
        while touching := [other for other in apart if common(whole, other)]:
            apart = [other for other in apart if other not in touching]
            whole = around_all([whole, *touching]) or whole
        apart.append(whole)
    return apart


def gathered(box: Box, finer: int, met: NDArray[np.bool_], lit: Lit) -> Patch:
    """A patch from the light that came back along each of the rays that met something."""
    wide, high = box[2] - box[0], box[3] - box[1]
    halves = []
    for light in (lit.around, lit.main):
        rays = np.zeros((high * finer * wide * finer, 3), np.float32)
        rays[met.ravel()] = light
        parts = rays.reshape(high, finer, wide, finer, 3)
        halves.append(parts.mean(axis=(1, 3)).astype(np.float16))
    cover = met.reshape(high, finer, wide, finer).mean(axis=(1, 3), dtype=np.float32)
    return Patch(box, cover.astype(np.float16), *halves)


def inside(rect: Rect, spots: Floats) -> NDArray[np.bool_]:
    """Which spots are over a part of the board."""
    x, y = spots[..., 0], spots[..., 1]
    within: NDArray[np.bool_] = (
        (x > rect.left) & (x < rect.right) & (y > rect.low) & (y < rect.high)
    )
    return within
