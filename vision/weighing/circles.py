"""How much each spot looks like the middle of something round and as wide as a checker."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Plane

FAINT = 9.0
"""Edges as steep as this, as roots a pixel, count by half."""
INNER = 0.86
"""The part of a checker, across, over which what it shows is gathered."""

Map = NDArray[np.float32]


def rims(even: Plane, radius: float) -> Map:
    """From -1 to 1: how much of a circle of so many pixels around a spot is an edge along it."""
    across, aslant = _edges(even)
    straight, slanted = _ring(radius)
    found = cv2.filter2D(across, cv2.CV_32F, straight)
    return np.asarray(found + cv2.filter2D(aslant, cv2.CV_32F, slanted))


def gathered(plane: Plane, radius: float) -> Plane:
    """The means over a disc of so many pixels around each spot."""
    return np.asarray(cv2.filter2D(plane, cv2.CV_32F, _disc(radius * INNER)))


def _edges(even: Plane) -> tuple[Map, Map]:
    """The directions of edges, doubled, as long as they are clear."""
    right = cv2.Scharr(even, cv2.CV_32F, 1, 0, scale=1 / 32)
    down = cv2.Scharr(even, cv2.CV_32F, 0, 1, scale=1 / 32)
    xx, yy, xy = ((a * b).sum(axis=2) for a, b in ((right, right), (down, down), (right, down)))
    strength = cv2.GaussianBlur(xx + yy, (3, 3), 0) + FAINT
    return (xx - yy) / strength, 2 * xy / strength


def _ring(radius: float) -> tuple[Map, Map]:
    """What to weigh edges with so that only those along a circle count."""
    reach = int(np.ceil(radius)) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    away = np.hypot(x, y)
    weight = np.clip(1.2 - np.abs(away - radius), 0, None)
    weight /= weight.sum()
    away[reach, reach] = 1
    return weight * (x**2 - y**2) / away**2, weight * 2 * x * y / away**2


def _disc(radius: float) -> Map:
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    weight = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    disc: Map = weight / weight.sum()
    return disc
