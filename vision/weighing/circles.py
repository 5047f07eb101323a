"""How much each spot looks like the middle of something round, or of something square."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Mask
from vision.plane import Plane
from vision.ring import reach_of, ring

FAINT = 9.0
"""Edges as steep as this, as roots a pixel, count by half."""
INNER = 0.86
"""The part of a checker, across, over which what it shows is gathered."""
BOXES = ((0.92, 0.38), (0.7, 0.7), (0.38, 0.92))
"""Half the sides of three boxes that make a disc together."""
WIDE = 1.2
"""Pixels to both sides of a circle along which edges count."""
FEW = 10.0
"""From fewer pixels of an edge nothing is told of its shape."""

Map = NDArray[np.float32]

Edges = tuple[Map, Map]
"""The directions of edges, doubled, as long as they are clear: across, and aslant."""


def edges(even: Plane) -> Edges:
    """What edges there are, of all colours together."""
    right = cv2.Scharr(even, cv2.CV_32F, 1, 0, scale=1 / 32)
    down = cv2.Scharr(even, cv2.CV_32F, 0, 1, scale=1 / 32)
    xx, yy, xy = (summed(a * b) for a, b in ((right, right), (down, down), (right, down)))
    strength = cv2.GaussianBlur(xx + yy, (3, 3), 0) + FAINT
    return (xx - yy) / strength, 2 * xy / strength


def rims(found: Edges, radius: float) -> Map:
    """From -1 to 1: how much of a circle of so many pixels around a spot is an edge along it."""
    rows, columns = found[0].shape
    reach = reach_of(radius)
    size = cv2.getOptimalDFTSize(rows + reach), cv2.getOptimalDFTSize(columns + reach)
    straight, slanted = (
        cv2.mulSpectrums(_waves(edge, size), ring, 0)
        for edge, ring in zip(found, _ring_waves(radius, size), strict=True)
    )
    every = cv2.idft(straight + slanted, flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
    return np.asarray(every[reach : reach + rows, reach : reach + columns], np.float32)


def squares(found: Edges, new: Mask, width: float) -> Map:
    """From 0 to 1: how much the new edges around a spot run in two directions only."""
    across, aslant = (edge * new for edge in found)
    reach = 2 * round(width / 2) + 1
    twice = np.stack([across**2 - aslant**2, 2 * across * aslant, across**2 + aslant**2], axis=-1)
    one, other, every = np.moveaxis(cv2.blur(twice, (reach, reach)), -1, 0)
    square: Map = np.hypot(one, other) / (every + FEW / reach**2)
    return square


def gathered(plane: NDArray[np.floating], radius: float) -> Plane:
    """The means over about a disc of so many pixels around each spot."""
    reach = radius * INNER
    mean = np.zeros(plane.shape, np.float32)
    for wide, deep in BOXES:
        mean += _box(plane, reach * wide, reach * deep) / np.float32(len(BOXES))
    return mean


def summed(plane: Plane) -> Map:
    """All colours together."""
    return np.asarray(cv2.transform(plane, np.ones((1, plane.shape[2]), np.float32)), np.float32)


def _box(plane: NDArray[np.floating], across: float, down: float) -> Plane:
    size = 2 * round(across) + 1, 2 * round(down) + 1
    return np.asarray(cv2.blur(plane, size), np.float32)


@lru_cache(maxsize=4)
def _ring_waves(radius: float, size: tuple[int, int]) -> list[Map]:
    """Both weights of a ring, as waves."""
    return [_waves(weight[::-1, ::-1], size) for weight in ring(radius, WIDE)]


def _waves(plane: Map, size: tuple[int, int]) -> Map:
    """The waves of a plane; a product of them weighs every spot at once, which is much faster."""
    wide = np.zeros(size, np.float32)
    wide[: plane.shape[0], : plane.shape[1]] = plane
    return np.asarray(cv2.dft(wide), np.float32)
