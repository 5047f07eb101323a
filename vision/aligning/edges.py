"""The edges of a bare board: where its looks change, and how, across each of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.aligning.sampling import sampled
from vision.field import Field
from vision.heights import across
from vision.learned import Learned
from vision.looks import QUARTERS
from vision.pictures import Mask, Points
from vision.plane import BESIDE, BEYOND, SCALE, Plane, shape, to_field

STEP = 1 / SCALE
"""Widths of a point from one sample across an edge to the next."""
ACROSS = 5
"""Samples to each side of an edge."""
MARGIN = 0.5
"""Widths of a point around the field in which edges are taken: its rims."""
SMOOTHING = 1.0
"""Pixels of the plane over which it is smoothed before edges are sought."""
CLEAR = 0.3
"""An edge is at least so much stronger than what a pixel may be off."""
EACH = 6
"""Edges that are taken, at most, of a piece of the board as wide and deep as a point."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """One row for each."""

    spots: Points
    """Where on the surface."""
    normals: Points
    """Across it, of length one."""
    profiles: NDArray[np.float32]
    """Roots of brightnesses across it, less their mean: samples, then colours."""
    noise: NDArray[np.float32]
    """By how much each sample may be off."""


@lru_cache(maxsize=4)
def edges_of(learned: Learned) -> Edges:
    """The clearest edges of a board, some of each piece of it."""
    plane, spread, known = surface(learned)
    normals, strength = _slopes(plane)
    ratio = np.where(known & _near(learned.field), strength / spread, 0)
    ratio = np.where(_is_ridge(strength, normals), ratio, 0)
    rows, columns = _clearest(ratio)
    pixels = np.column_stack([columns, rows]).astype(np.float64)
    ways = normals[rows, columns].astype(np.float64)
    samples = profiles(plane, pixels, ways)
    inside = profiles(known.astype(np.float32)[..., None], pixels, ways).min(axis=(1, 2)) == 1
    samples = samples - samples.mean(axis=1, keepdims=True)
    return Edges(
        to_field(pixels)[inside], ways[inside], samples[inside], spread[rows, columns][inside]
    )


def surface(learned: Learned) -> tuple[Plane, Plane, Mask]:
    """The bare board as it is seen on its surface, how far off that may be, and what is known."""
    field, looks = learned.field, learned.looks
    there = across(learned.eye, field, 0.0, field.thickness)
    ground, spread, known = (
        sampled(plane.astype(np.float32), there)
        for plane in (looks.ground, looks.spread, looks.known)
    )
    return ground, np.maximum(spread / QUARTERS, 1.0), known == 1


def profiles(plane: Plane, pixels: Points, normals: Points) -> NDArray[np.float32]:
    """What a plane shows across edges: edges, samples and colours."""
    away = np.arange(-ACROSS, ACROSS + 1)[:, None]
    places = pixels[:, None] + normals[:, None] * away
    return sampled(plane, places).reshape(*places.shape[:2], -1)


def _slopes(plane: Plane) -> tuple[Plane, Plane]:
    """In which direction each pixel changes most, and by how much."""
    smooth = cv2.GaussianBlur(plane, (0, 0), SMOOTHING)
    right, down = (cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x) / 8 for x in (1, 0))
    xx, yy, xy = ((a * b).sum(axis=2) for a, b in ((right, right), (down, down), (right, down)))
    angle = np.arctan2(2 * xy, xx - yy) / 2
    strength = np.sqrt((xx + yy + np.hypot(xx - yy, 2 * xy)) / 2)
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1), strength


def _is_ridge(strength: Plane, normals: Plane) -> Mask:
    """Where an edge is stronger than what is beside it."""
    rows, columns = strength.shape
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1)
    one, other = (sampled(strength, grid + side * normals) for side in (-1, 1))
    ridge: Mask = (strength > one) & (strength >= other)
    return ridge


def _near(field: Field) -> Mask:
    """The field and its rims."""
    near = np.zeros(shape(field), np.bool_)
    rows, columns = (round((there - MARGIN) * SCALE) for there in (BEYOND, BESIDE))
    near[rows:-rows, columns:-columns] = True
    return near


def _clearest(ratio: Plane) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the clearest edges of each piece."""
    rows, columns = np.nonzero(ratio > CLEAR)
    piece = rows // SCALE * ratio.shape[1] + columns // SCALE
    order = np.lexsort((-ratio[rows, columns], piece))
    sorted_piece = piece[order]
    first = np.searchsorted(sorted_piece, sorted_piece)
    chosen = order[np.arange(len(order)) - first < EACH]
    return rows[chosen], columns[chosen]
