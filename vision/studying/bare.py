"""The board without its checkers, what lay under them made up from points of the same look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import Eye
from vision.field import SLOTS, Field
from vision.pictures import Mask
from vision.plane import BESIDE, BEYOND, SCALE, Plane, shape, to_field, to_plane

NEAR = 4.0
"""Columns; points further away are less alike."""
FACING = 0.4
"""What a point of the other row counts beside one of the same."""
OFF = 0.35
"""Pixels of the plane by which two pictures of the same may be apart."""
QUIET, LOUD = 3.5, 20.0
"""Least and most noise, as roots."""
NOISY = 2.0
"""How far off a pixel may be, beside how much it differs from those around it."""
AROUND = 1.0
"""Widths of a point over which noise is alike."""
MADE_UP = 5.0
"""How far off at least, as roots, what was not seen may be."""


Strips = TypeVar("Strips", Plane, Mask)


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """Roots of brightnesses, and how far off they may be."""

    ground: Plane
    spread: Plane


def bare(seen: Plane, on_ground: Plane, eye: Eye, field: Field, hidden: Mask) -> Bare:
    """From the plane of the tops and the plane of the surface, and what checkers hide."""
    made_up, doubt = _made_up(on_ground, hidden_on_ground(eye, field, hidden), field)
    maps = _across(eye, field, field.thickness, 0.0)
    made_up, doubt = (
        np.asarray(cv2.remap(plane, *maps, cv2.INTER_LINEAR), np.float32)
        for plane in (made_up, doubt)
    )
    ground = np.where(hidden[..., None], made_up, seen).astype(np.float32)
    unsure = np.where(hidden, np.maximum(doubt, MADE_UP), 0)
    return Bare(ground, np.hypot(spread(ground, seen, ~hidden), unsure).astype(np.float32))


def spread(ground: Plane, seen: Plane, where: Mask) -> Plane:
    """How far off each pixel of the ground may be, as it was seen where nothing lies."""
    told: Plane = np.hypot(_noise(seen, where), _steepness(ground) * OFF)
    return told


def hidden_on_ground(eye: Eye, field: Field, hidden: Mask) -> Mask:
    """The same mask in the plane of the surface."""
    maps = _across(eye, field, 0.0, field.thickness)
    moved = cv2.remap(hidden.astype(np.uint8), *maps, cv2.INTER_NEAREST)
    return np.asarray(moved).astype(np.bool_)


def _across(
    eye: Eye, field: Field, here: float, there: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For each pixel of the plane at one height, which one of that at another is seen there."""
    rows, columns = shape(field)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    spots = to_field(grid.astype(float))
    pixels = eye.pixels(np.column_stack([spots, np.full(len(spots), here)]))
    x, y = to_plane(eye.spots(pixels, there)).astype(np.float32).T
    return np.ascontiguousarray(x.reshape(rows, columns)), y.reshape(rows, columns).copy()


def _made_up(on_ground: Plane, hidden: Mask, field: Field) -> tuple[Plane, Plane]:
    """Every point as those like it look, and how far those differ."""
    strips = np.stack([_strip(on_ground, field, slot) for slot in SLOTS])
    seen = np.stack([~_strip(hidden, field, slot) for slot in SLOTS]).astype(np.float32)[..., None]
    weights = _likeness(strips, seen)
    total = np.maximum(np.einsum("st,thwc->shwc", weights, seen), 1e-6)
    mean = np.einsum("st,thwc->shwc", weights, strips * seen) / total
    square = np.einsum("st,thwc->shwc", weights, strips**2 * seen) / total
    doubt = np.sqrt(np.maximum(square - mean**2, 0).mean(axis=-1))
    filled, doubts = on_ground.copy(), np.full(on_ground.shape[:2], LOUD, np.float32)
    for slot, point, unsure in zip(SLOTS, mean, doubt, strict=True):
        _strip(filled, field, slot)[:] = point
        _strip(doubts, field, slot)[:] = unsure
    filled = np.where(hidden[..., None], filled, on_ground)
    return filled.astype(np.float32), doubts


def _strip(plane: Strips, field: Field, slot: int) -> Strips:
    """One point as it is in a plane, its rim first."""
    left = round((field.column(slot) - 0.5 + BESIDE) * SCALE)
    top, middle = round(BEYOND * SCALE), round(field.depth / 2 * SCALE)
    part = plane[top : top + 2 * middle, left : left + SCALE]
    return part[:middle] if field.is_top(slot) else part[: middle - 1 : -1]


def _likeness(strips: Plane, seen: Plane) -> NDArray[np.float32]:
    """How much each point tells of each other one: those of its colour, the near ones first."""
    numbers = np.array(SLOTS)
    top = numbers > len(SLOTS) // 2
    column = np.where(top, numbers - len(SLOTS) // 2 - 1, len(SLOTS) // 2 - numbers)
    kinds = (numbers % 2, column % 2, np.zeros_like(numbers))
    weights = [_weights(kind, column, top) for kind in kinds]
    misses = [_missed(strips, seen, weight) for weight in weights]
    likest: NDArray[np.float32] = weights[int(np.argmin(misses))]
    return likest


def _weights(
    kind: NDArray[np.int_], column: NDArray[np.int_], top: NDArray[np.bool_]
) -> NDArray[np.float32]:
    near = np.exp(-np.abs(column[:, None] - column) / NEAR)
    row = np.where(top[:, None] == top, 1.0, FACING)
    alike = (kind[:, None] == kind) & ~np.eye(len(kind), dtype=np.bool_)
    weights: NDArray[np.float32] = (near * row * alike).astype(np.float32)
    return weights


def _missed(strips: Plane, seen: Plane, weights: NDArray[np.float32]) -> float:
    """How far off what is seen would be, had it been made up."""
    total = np.maximum(np.einsum("st,thwc->shwc", weights, seen), 1e-6)
    mean = np.einsum("st,thwc->shwc", weights, strips * seen) / total
    return float((np.abs(strips - mean) * seen).sum() / seen.sum())


def _noise(plane: Plane, where: Mask) -> Plane:
    """How much pixels differ from those around them, where nothing lies."""
    smooth = np.stack([cv2.medianBlur(plane[..., i], 3) for i in range(plane.shape[2])], axis=-1)
    off = np.abs(plane - smooth).mean(axis=-1)
    shown = where.astype(np.float32)
    sums = cv2.GaussianBlur(np.stack([off * shown, shown], axis=-1), (0, 0), AROUND * SCALE)
    noise = NOISY * (sums[..., 0] + np.median(off[where]) * 0.01) / (sums[..., 1] + 0.01)
    limited: Plane = np.clip(noise, QUIET, LOUD)
    return limited


def _steepness(plane: Plane) -> Plane:
    across, along = cv2.Sobel(plane, cv2.CV_32F, 1, 0), cv2.Sobel(plane, cv2.CV_32F, 0, 1)
    steep: Plane = (np.hypot(across, along) / 8).max(axis=-1)
    return steep
