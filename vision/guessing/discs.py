"""The checkers that stand out on a board, and which of two colours each of them has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.field import Field
from vision.pictures import Points
from vision.plane import SCALE, Plane, to_plane
from vision.weighing.circles import gathered

ROUNDS = 12
"""How often two kinds of colours are told apart anew."""
FAR = 25.0
"""How far, as roots are, a top may well be from the typical colour of its like."""


@dataclass(frozen=True, slots=True, eq=False)
class Discs:
    """Checkers, and how much each of them is Light's."""

    spots: Points
    is_light: NDArray[np.bool_]


def told_apart(seen: Plane, field: Field, spots: Points) -> Discs:
    """Which of the checkers on these spots are the lighter ones."""
    smooth = gathered(seen, field.checker / 2 * SCALE)
    at = to_plane(spots).round().astype(int)
    colours = smooth[at[:, 1], at[:, 0]]
    return Discs(spots, _lighter(colours))


def _lighter(colours: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Two kinds of colours, told apart."""
    middles = _settled(colours, _two(colours))
    away = np.linalg.norm(colours[:, None] - middles, axis=2)
    lighter = int(middles.sum(axis=1).argmax())
    told: NDArray[np.bool_] = away.argmin(axis=1) == lighter
    return told


def _two(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Those two of the colours that most of the others are like one of."""
    away = np.log1p((np.linalg.norm(colours[:, None] - colours, axis=2) / FAR) ** 2)
    costs = np.minimum(away[:, None], away).sum(axis=2)
    return colours[list(np.unravel_index(int(costs.argmin()), costs.shape))]


def _settled(colours: NDArray[np.float32], middles: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middles of the two kinds that these are nearest to."""
    for _ in range(ROUNDS):
        away = np.linalg.norm(colours[:, None] - middles, axis=2)
        second = away[:, 1] < away[:, 0]
        if second.all() or not second.any():
            break
        kinds = (colours[~second], colours[second])
        middles = np.array([np.median(kind, axis=0) for kind in kinds])
    return middles
