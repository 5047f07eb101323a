"""Two kinds of checkers, told apart by their colours alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.plane import Plane

ROUNDS = 12
"""How often the two kinds are told apart anew."""
FAR = 25.0
"""How far, as roots are, a top may well be from the typical colour of its like."""


class OneKind(ValueError):
    """Checkers that are all of one colour, and tell nothing of the other."""


def told_apart(colours: Plane) -> NDArray[np.bool_]:
    """Which of these colours, a row for each checker, are those of the lighter kind; or OneKind."""
    middles = _settled(colours, _two(colours))
    away = np.linalg.norm(colours[:, None] - middles, axis=2)
    lighter = int(middles.sum(axis=1).argmax())
    told: NDArray[np.bool_] = away.argmin(axis=1) == lighter
    if told.all() or not told.any():
        raise OneKind("all checkers are of one colour")
    return told


def _two(colours: Plane) -> Plane:
    """Those two of the colours that most of the others are like one of."""
    away = np.log1p((np.linalg.norm(colours[:, None] - colours, axis=2) / FAR) ** 2)
    costs = np.minimum(away[:, None], away).sum(axis=2)
    return colours[list(np.unravel_index(int(costs.argmin()), costs.shape))]


def _settled(colours: Plane, middles: Plane) -> Plane:
    """The middles of the two kinds that these are nearest to."""
    for _ in range(ROUNDS):
        away = np.linalg.norm(colours[:, None] - middles, axis=2)
        second = away[:, 1] < away[:, 0]
        if second.all() or not second.any():
            break
        kinds = (colours[~second], colours[second])
        middles = np.array([np.median(kind, axis=0) for kind in kinds])
    return middles
