"""What to weigh edges with so that only those along a circle count."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float32]


def reach_of(radius: float) -> int:
    """Pixels from the middle of a ring to the end of it."""
    return int(np.ceil(radius)) + 1


def ring(radius: float, wide: float = 1.0) -> tuple[Weights, Weights]:
    """The weights of edges across and aslant, for a circle so many pixels wide to both sides."""
    reach = reach_of(radius)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    away = np.hypot(x, y)
    weight = np.clip(wide - np.abs(away - radius), 0, None)
    weight /= weight.sum()
    away[reach, reach] = 1
    return weight * (x**2 - y**2) / away**2, weight * 2 * x * y / away**2
