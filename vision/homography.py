"""Homographies: how one plane is seen in another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.eye import Matrix
from vision.pictures import Points


def to_pixels(corners: Points) -> Matrix:
    """The homography from the unit square to four corners."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    a, b, c, d = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    x, y = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    whole = a * d - c * b
    g, h = (x * d - c * y) / whole, (a * y - x * b) / whole
    return np.array(
        [
            [x1 - x0 + g * x1, x3 - x0 + h * x3, x0],
            [y1 - y0 + g * y1, y3 - y0 + h * y3, y0],
            [g, h, 1],
        ]
    )


def through(plane: NDArray[np.floating], spots: Points) -> Points:
    """Spots, of which the last axis has x and y, moved by a homography."""
    rows = spots @ plane[:, :2].T + plane[:, 2]
    moved: Points = rows[..., :2] / rows[..., 2:]
    return moved
