"""The points of a board as strips of a plane, and how much each of them tells of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.field import ROW, SLOTS, Field
from vision.pictures import Mask
from vision.plane import BESIDE, BEYOND, SCALE, Plane

Weights = NDArray[np.float32]
Strips = TypeVar("Strips", Plane, Mask)

UNSEEN = 1e-6
"""What a pixel counts at least that no other point shows."""
_NUMBERS = np.array(SLOTS)
_IS_TOP = _NUMBERS > ROW
_COLUMN = np.where(_IS_TOP, _NUMBERS - ROW - 1, ROW - _NUMBERS)
TURNING = _NUMBERS % 2
"""Points of one colour have one kind, if the colours of a board go on around its corners."""
FACING = _COLUMN % 2
"""The same if points that face each other have one colour."""
PLAIN = np.zeros_like(_NUMBERS)
"""The same if all points have."""


@dataclass(frozen=True, slots=True)
class Kinship:
    """How much points of one colour tell of each other, and which those may be."""

    near: float
    """Columns; of points further away less is told."""
    facing: float
    """What a point of the other row counts beside one of the same."""
    kinds: tuple[NDArray[np.int_], ...]
    strange: float = np.inf
    """How far off, as roots are, a pixel counts at most when the kinds are told apart."""


def strip(plane: Strips, field: Field, slot: int) -> Strips:
    """One point as it is in a plane, its rim first; what is written into it is in the plane."""
    left = round((field.column(slot) - 0.5 + BESIDE) * SCALE)
    top, middle = round(BEYOND * SCALE), round(field.depth / 2 * SCALE)
    part = plane[top : top + 2 * middle, left : left + SCALE]
    return part[:middle] if field.is_top(slot) else part[: middle - 1 : -1]


def strips(plane: Strips, field: Field) -> Strips:
    """All points, in the order of their slots."""
    return np.stack([strip(plane, field, slot) for slot in SLOTS])


def likeness(points: Plane, seen: Weights, kinship: Kinship) -> Weights:
    """How much each point tells of each other one, by the kinds that explain best what is seen."""
    weights = [_weights(kind, kinship) for kind in kinship.kinds]
    misses = [_missed(points, seen, one, kinship.strange) for one in weights]
    return weights[int(np.argmin(misses))]


def blended(points: Plane, trust: Weights, likeness: Weights) -> Plane:
    """What each point should look like by its likes, as far as each of their pixels is trusted."""
    total = np.maximum(np.einsum("st,thw->shw", likeness, trust), UNSEEN)[..., None]
    shown = np.einsum("st,thwc->shwc", likeness, points * trust[..., None])
    means: Plane = shown / total
    return means


def _weights(kind: NDArray[np.int_], kinship: Kinship) -> Weights:
    near = np.exp(-np.abs(_COLUMN[:, None] - _COLUMN) / kinship.near)
    row = np.where(_IS_TOP[:, None] == _IS_TOP, 1.0, kinship.facing)
    alike = (kind[:, None] == kind) & ~np.eye(len(kind), dtype=np.bool_)
    weights: Weights = (near * row * alike).astype(np.float32)
    return weights


def _missed(points: Plane, seen: Weights, likeness: Weights, strange: float) -> float:
    """How far off what is seen would be, had it been made up."""
    off = np.abs(points - blended(points, seen, likeness))
    off = np.minimum(off, strange) * seen[..., None]
    return float(off.sum() / max(float(seen.sum()), 1.0))
