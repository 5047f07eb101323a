"""How much each spot looks like the middle of something round, or of something square."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Mask
from vision.plane import Plane

FAINT = 9.0
"""Edges as steep as this, as roots a pixel, count by half."""
INNER = 0.86
"""The part of a checker, across, over which what it shows is gathered."""
BOXES = ((0.92, 0.38), (0.7, 0.7), (0.38, 0.92))
"""Half the sides of three boxes that make a disc together."""
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
    straight, slanted = (
        cv2.filter2D(edge, cv2.CV_32F, weight)
        for edge, weight in zip(found, _ring(radius), strict=True)
    )
    return np.asarray(straight + slanted)


def squares(found: Edges, new: Mask, width: float) -> Map:
    """From 0 to 1: how much the new edges around a spot run in two directions only."""
    across, aslant = (edge * new for edge in found)
    reach = 2 * round(width / 2) + 1
    twice = np.stack([across**2 - aslant**2, 2 * across * aslant, across**2 + aslant**2], axis=-1)
    one, other, every = np.moveaxis(cv2.blur(twice, (reach, reach)), -1, 0)
    square: Map = np.hypot(one, other) / (every + FEW / reach**2)
    return square


def gathered(plane: Plane, radius: float) -> Plane:
    """The means over about a disc of so many pixels around each spot."""
    reach = radius * INNER
    parts = [_box(plane, reach * wide, reach * deep) for wide, deep in BOXES]
    mean: Plane = np.add.reduce(parts) / len(parts)
    return mean


def summed(plane: Plane) -> Map:
    """All colours together."""
    return np.asarray(cv2.transform(plane, np.ones((1, plane.shape[2]), np.float32)), np.float32)


def _box(plane: Plane, across: float, down: float) -> Plane:
    size = 2 * round(across) + 1, 2 * round(down) + 1
    return np.asarray(cv2.blur(plane, size), np.float32)


def _ring(radius: float) -> tuple[Map, Map]:
    """What to weigh edges with so that only those along a circle count."""
    reach = int(np.ceil(radius)) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    away = np.hypot(x, y)
    weight = np.clip(1.2 - np.abs(away - radius), 0, None)
    weight /= weight.sum()
    away[reach, reach] = 1
    return weight * (x**2 - y**2) / away**2, weight * 2 * x * y / away**2
