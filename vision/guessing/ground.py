"""The bare board, every point of it made up from those that look like it."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import Eye
from vision.field import HALF, ROW, SLOTS, Field
from vision.pictures import Mask
from vision.plane import BESIDE, BEYOND, SCALE, Plane, shape, to_field, to_plane
from vision.studying.bare import Bare

NEAR = 5.0
"""Columns; points further away are less alike."""
FACING = 0.6
"""What a point of the other row counts beside one of the same."""
STRANGE = 12.0
"""How far, as roots are, a point may well be off what those like it show."""
ROUNDS = 4
"""How often what is far off what most show is counted less."""
SUNK = 0.03
"""What a hidden pixel counts beside one that is seen."""
LEAST = 4.0
"""How far off everything that is made up may be."""
WIDER = 1.3
"""How much further off what is made up may be than its likes are from one another."""
OFF = 0.35
"""Pixels of the plane by which two points of the same look may be apart."""

Weights = NDArray[np.float32]
Strips = TypeVar("Strips", Plane, Mask)


def made_up(surface: Plane, eye: Eye, field: Field, hidden: Mask) -> Bare:
    """The board in the plane of the tops, by what of its surface is not hidden."""
    ground, spread = surface.copy(), np.full(surface.shape[:2], LEAST, np.float32)
    strips = np.stack([_strip(surface, field, slot) for slot in SLOTS])
    seen = np.stack([~_strip(hidden, field, slot) for slot in SLOTS])
    means, spreads = _robust(strips, seen.astype(np.float32))
    for slot, mean, doubt in zip(SLOTS, means, spreads, strict=True):
        _strip(ground, field, slot)[:] = mean
        _strip(spread, field, slot)[:] = doubt
    _bar(ground, spread, field, surface, hidden)
    maps = _maps(eye, field)
    raised, doubt = (
        np.asarray(cv2.remap(plane, *maps, cv2.INTER_LINEAR), np.float32)
        for plane in (ground, spread)
    )
    return Bare(raised, np.hypot(doubt, _steepness(raised) * OFF))


def _strip(plane: Strips, field: Field, slot: int) -> Strips:
    """One point as it is in a plane, its rim first."""
    left = round((field.column(slot) - 0.5 + BESIDE) * SCALE)
    top, middle = round(BEYOND * SCALE), round(field.depth / 2 * SCALE)
    part = plane[top : top + 2 * middle, left : left + SCALE]
    return part[:middle] if field.is_top(slot) else part[: middle - 1 : -1]


def _robust(strips: Plane, seen: Weights) -> tuple[Plane, Plane]:
    """What each point looks like by those like it, and how far off that may be."""
    alike = _likeness(strips, seen)
    trust = np.maximum(seen, SUNK)
    doubt = np.full(strips.shape[:-1], STRANGE, np.float32)
    means = strips
    for _ in range(ROUNDS):
        total = np.einsum("st,thw->shw", alike, trust) + 1e-6
        means = np.einsum("st,thwc->shwc", alike, strips * trust[..., None]) / total[..., None]
        off = ((strips - means) ** 2).mean(axis=-1)
        trust = np.maximum(seen, SUNK) / (1 + off / STRANGE**2)
        doubt = np.sqrt(np.einsum("st,thw->shw", alike, off * trust) / total)
    return means.astype(np.float32), np.maximum(WIDER * doubt, LEAST).astype(np.float32)


def _likeness(strips: Plane, seen: Weights) -> Weights:
    """How much each point tells of each other one: those of its colour, the near ones first."""
    numbers = np.array(SLOTS)
    top = numbers > ROW
    column = np.where(top, numbers - ROW - 1, ROW - numbers)
    kinds = (numbers % 2, column % 2)
    weights = [_weights(kind, column, top) for kind in kinds]
    misses = [_missed(strips, seen, weight) for weight in weights]
    return weights[int(np.argmin(misses))]


def _weights(kind: NDArray[np.int_], column: NDArray[np.int_], top: NDArray[np.bool_]) -> Weights:
    near = np.exp(-np.abs(column[:, None] - column) / NEAR)
    row = np.where(top[:, None] == top, 1.0, FACING)
    alike = (kind[:, None] == kind) & ~np.eye(len(kind), dtype=np.bool_)
    weights: Weights = (near * row * alike).astype(np.float32)
    return weights


def _missed(strips: Plane, seen: Weights, weights: Weights) -> float:
    """How far off what is seen would be, had it been made up."""
    shown = seen[..., None]
    total = np.maximum(np.einsum("st,thw->shw", weights, seen), 1e-6)[..., None]
    mean = np.einsum("st,thwc->shwc", weights, strips * shown) / total
    return float((np.minimum(np.abs(strips - mean), STRANGE) * shown).sum() / max(seen.sum(), 1.0))


def _bar(ground: Plane, spread: Plane, field: Field, surface: Plane, hidden: Mask) -> None:
    """The bar, as most of it looks."""
    left, right = (round((at + BESIDE) * SCALE) for at in (HALF, HALF + field.bar))
    rows = slice(round(BEYOND * SCALE), round((BEYOND + field.depth) * SCALE))
    part, covered = surface[rows, left:right], hidden[rows, left:right]
    if not part.size or covered.all():
        return
    typical = np.median(part[~covered], axis=0)
    off = np.abs(part - typical).mean(axis=-1)
    ground[rows, left:right] = typical
    spread[rows, left:right] = max(LEAST, WIDER * float(np.median(off[~covered])) * 1.5)


def _maps(eye: Eye, field: Field) -> tuple[Weights, Weights]:
    """For each pixel of the plane of the tops, which one of the surface's is seen there."""
    rows, columns = shape(field)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    spots = to_field(grid.astype(float))
    pixels = eye.pixels(np.column_stack([spots, np.full(len(spots), field.thickness)]))
    there = to_plane(eye.spots(pixels, 0.0)).astype(np.float32).reshape(rows, columns, 2)
    return np.ascontiguousarray(there[..., 0]), np.ascontiguousarray(there[..., 1])


def _steepness(plane: Plane) -> Plane:
    across, along = cv2.Sobel(plane, cv2.CV_32F, 1, 0), cv2.Sobel(plane, cv2.CV_32F, 0, 1)
    steep: Plane = (np.hypot(across, along) / 8).max(axis=-1)
    return steep
