"""Finds two rows of alternating triangles in a frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from vision.board_search.board_outline import (
    COLUMNS,
    BoardOutline,
    Colours,
    LabPicture,
    compress_differences,
)
from vision.camera_model import apply_homography, square_to_corners
from vision.field_geometry import HALF, ROW
from vision.picture_arrays import Mask, Points


@dataclass(frozen=True, slots=True)
class CombLimits:
    """The limits of the search for the comb of triangles."""

    sampled_heights: tuple[float, ...] = (0.3, 0.45, 0.6, 0.75)
    """Heights at which triangles are sampled, from base (0) to tip (1), which is often free."""
    triangle_length: float = 0.42
    """Length of a triangle, as a fraction of the frame's depth."""
    compared_distance: float = 0.13
    """Widths of a point to both sides of an edge at which colours are compared."""
    max_depth: float = 18.0
    """A board's largest visible depth, in widths of a point in the picture."""
    min_depth: float = 5.5
    """A board's least visible depth, in widths of a point in the picture."""
    min_point_width: float = 8.0
    """Pixels; the narrowest point whose triangles can be seen."""
    max_extension: float = 6.0
    """Multiples of its width by which a frame is extended to each side at most."""
    extension_samples: int = 521
    """Samples along such a frame, to find the part of it that is inside of the picture."""
    row_overhang: float = 0.03
    """Fraction of the picture's size by which a row is followed beyond its rim."""
    min_perspective: float = 0.15
    """Perspective depth relative to the frame; what is further away is skipped."""
    scale_window: float = 0.05
    """Fraction of a frame's width around its middle over which its scale is measured."""
    max_overhang: float = 0.25
    """Widths of a point by which the board may hang out of the picture."""


@dataclass(frozen=True, slots=True)
class CombSteps:
    """The step sizes of a search in a frame."""

    narrowest: float
    """Steps along a row for each width of the narrowest points."""
    most: int
    """Steps along a row, at most."""
    wider: float
    """Factor from one tested width of points to the next."""
    bars: tuple[float, ...]
    """Tested widths of the bar, in widths of a point."""
    step: float
    """Widths of a point from one tested position to the next."""


COARSE_STEPS = CombSteps(5.0, 420, 1.08, (0.0, 0.5, 1.0), 0.12)
FINE_STEPS = CombSteps(9.0, 640, 1.03, (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5), 0.08)


@dataclass(frozen=True, slots=True, eq=False)
class CombMatch:
    """The best position of a board in a frame."""

    worth: float
    """Similarity of the triangle sides that should be alike, from 0 to 1."""
    outline: BoardOutline


def search_frame(
    sketch: LabPicture, frame: Points, fineness: CombSteps, limits: CombLimits
) -> CombMatch | None:
    """Returns the best position of a board in a frame extended to both sides, or None."""
    plane = square_to_corners(frame)
    ends = _ends(sketch, plane, limits)
    if ends is None:
        return None
    first, last = ends
    narrowest, widest = _widths(plane, last - first, limits)
    if narrowest >= widest:
        return None
    across = round(min(fineness.narrowest / narrowest, fineness.most))
    strip, inside = _strip(sketch, plane, ends, across, limits)
    best = (0.0, 0.0, 0.0, 0.0)
    for width in _tested_widths(narrowest * across, widest * across, fineness):
        response = _response(strip, inside, width, limits)
        best = max(best, _best_place(response, width, fineness, limits))
    worth, width, bar, left = best
    if not worth:
        return None
    here = np.array([left, left + (ROW + bar) * width])
    one, other = first + here / across * (last - first)
    spots = np.array([(one, 0), (other, 0), (other, 1), (one, 1)])
    return CombMatch(worth, BoardOutline(apply_homography(plane, spots), bar))


def _widths(plane: Points, span: float, limits: CombLimits) -> tuple[float, float]:
    """The narrowest and widest points in a frame of this depth, as fractions of a span."""
    near = limits.scale_window
    middle = np.array([(0.5, 0.0), (0.5, 1.0), (0.5 - near, 0.5), (0.5 + near, 0.5)])
    top, bottom, left, right = apply_homography(plane, middle)
    whole = float(np.hypot(*(right - left))) / (2 * limits.scale_window) * span
    deep = float(np.hypot(*(bottom - top)))
    narrowest = max(deep / limits.max_depth, limits.min_point_width) / whole
    return narrowest, min(deep / limits.min_depth / whole, 1 / (ROW - 2 * limits.max_overhang))


def _tested_widths(narrowest: float, widest: float, fineness: CombSteps) -> Iterator[float]:
    """Tested widths of points, the same for every frame."""
    first, last = (ceil(log(width, fineness.wider)) for width in (narrowest, widest))
    return (fineness.wider**power for power in range(first, last))


def _ends(sketch: LabPicture, plane: Points, limits: CombLimits) -> tuple[float, float] | None:
    """The left and right ends of a frame's middle line inside of the picture, or None."""
    across = np.linspace(-limits.max_extension, limits.max_extension + 1, limits.extension_samples)
    rows = np.column_stack([across, np.full_like(across, 0.5), np.ones_like(across)]) @ plane.T
    size, margin = np.array(sketch.size), limits.row_overhang * np.array(sketch.size)
    near = rows[:, 2] > limits.min_perspective
    pixels = rows[:, :2] / np.where(near, rows[:, 2], 1)[:, None]
    within = np.flatnonzero(near & ((pixels > -margin) & (pixels < size + margin)).all(axis=1))
    if not len(within):
        return None
    return float(across[within[0]]), float(across[within[-1]])


def _strip(
    sketch: LabPicture, plane: Points, ends: tuple[float, float], across: int, limits: CombLimits
) -> tuple[Colours, Mask]:
    """The colours along the sampled rows, top row first, and a mask of those in the picture."""
    first, last = ends
    heights = np.array(limits.sampled_heights) * limits.triangle_length
    x = first + (np.arange(across) + 0.5) / across * (last - first)
    spots = np.stack(np.meshgrid(x, np.concatenate([heights, 1 - heights])), axis=-1)
    depth = spots @ plane[2, :2] + plane[2, 2]
    pixels = apply_homography(plane, spots)
    size = np.array(sketch.size)
    inside = (depth > limits.min_perspective / 3) & ((pixels > -1) & (pixels < size)).all(axis=-1)
    pixels[~inside] = 0
    return sketch.colours_at(pixels), inside


def _samples_at_edges(
    width: float, across: int, limits: CombLimits
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The samples just inside and outside of a triangle's edge, by row, side and place."""
    half = 0.5 * (1 - np.tile(limits.sampled_heights, 2))[:, None]
    sides = np.array([-1, 1])
    aside = limits.compared_distance
    every = (sides * (half + beside) * width for beside in (-aside, aside))
    within, outside = (_to_index(np.arange(across) + at[..., None], across) for at in every)
    return within, outside


def _to_index(places: Points, across: int) -> NDArray[np.intp]:
    return np.clip(np.rint(places), 0, across - 1).astype(np.intp)


def _response(strip: Colours, inside: Mask, width: float, limits: CombLimits) -> Colours:
    """The contrast of a triangle at each place to its sides: by row, colour and place."""
    across = strip.shape[1]
    within, outside = _samples_at_edges(width, across, limits)
    rows = np.arange(len(strip))[:, None, None]
    contrast = compress_differences(strip[rows, within] - strip[rows, outside])
    contrast *= (inside[rows, within] & inside[rows, outside])[..., None]
    heights = len(limits.sampled_heights)
    both = contrast.sum(axis=1).reshape(2, heights, across, 3).sum(axis=1)
    return np.asarray(np.moveaxis(both, -1, 1).astype(np.float32) / (2 * heights))


def _best_place(
    response: Colours, width: float, fineness: CombSteps, limits: CombLimits
) -> tuple[float, float, float, float]:
    """The best board with points of this width, as worth, width, bar and left end."""
    bars = np.array(fineness.bars)
    across = response.shape[-1]
    most = across - (ROW + bars.min() - limits.max_overhang) * width
    lefts = np.arange(-limits.max_overhang * width, most, max(1.0, width * fineness.step))
    if not len(lefts):
        return (0.0, width, 0.0, 0.0)
    seconds = lefts + (HALF + bars[:, None]) * width
    first, second = (_sum_half(response, places, width) for places in (lefts, seconds))
    # One kind of triangles that is all alike is worth most.
    strengths = np.square(first[..., None, :] + second).sum(axis=2).mean(axis=(0, 1))
    worth = np.asarray(np.sqrt(strengths) / HALF)
    worth[seconds + (HALF - 0.5) * width > across - 1] = 0
    bar, left = np.unravel_index(int(worth.argmax()), worth.shape)
    return float(worth[bar, left]), width, float(bars[bar]), float(lefts[left])


def _sum_half(response: Colours, lefts: Points, width: float) -> Colours:
    """The summed responses of the triangles of a half, by kind, row, colour and place."""
    columns = (COLUMNS[:HALF].reshape(-1, 2).T + 0.5) * width
    at = _to_index(columns.reshape(2, -1, *[1] * lefts.ndim) + lefts, response.shape[-1])
    return np.stack([response[..., kind].sum(axis=2) for kind in at])
