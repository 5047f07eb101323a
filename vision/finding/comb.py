"""Where in a frame two rows of twelve triangles, light and dark in turn, stand side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from vision.field import HALF, ROW
from vision.finding.outline import COLUMNS, Outline
from vision.finding.sketch import Colours, Sketch, contrasts
from vision.homography import through, to_pixels
from vision.pictures import Points

HEIGHTS = (0.3, 0.45, 0.6, 0.75)
"""Where the triangles are looked at, from base to tip; a row often is free nearer to its tips."""
LENGTH = 0.42
"""Of a triangle, as a part of the frame's depth."""
BESIDE = 0.13
"""Widths of a point to both sides of an edge, where the colours are compared."""
DEEPEST, SHALLOWEST = 18.0, 5.5
"""Of a board as it is seen, in widths of a point as they are seen."""
LEAST_WIDTH = 8.0
"""Pixels of a point, in anything narrower no triangles are seen."""
BEYOND = 6.0
"""How many times its own width a frame is prolonged to both sides at most."""
STEPS = 521
"""Places along such a frame, of which the first and the last are sought that are in the picture."""
AROUND = 0.03
"""Of the picture: a row is followed so far out of it."""
SHALLOW = 0.15
"""A part of the board that is so many times farther away than the frame is not looked at."""
NEAR = 0.05
"""Of a frame's width: how far from its middle it is measured how wide it is seen there."""
HANGING = 0.25
"""Widths of a point by which the board may hang out of the picture."""


@dataclass(frozen=True, slots=True)
class Fineness:
    """How finely a frame is combed."""

    narrowest: float
    """Steps along a row that the narrowest points are wide."""
    most: int
    """Steps along a row, at most."""
    wider: float
    """How many times wider the next points that are tried are."""
    bars: tuple[float, ...]
    """Widths of bars that are tried."""
    step: float
    """Widths of a point from one place that is tried to the next."""


COARSE = Fineness(5.0, 420, 1.08, (0.0, 0.5, 1.0), 0.12)
FINE = Fineness(9.0, 640, 1.03, (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5), 0.08)


@dataclass(frozen=True, slots=True, eq=False)
class Combed:
    """The best place for a board in a frame."""

    worth: float
    """From 0 to 1: how alike those sides of triangles are that should be."""
    outline: Outline


def combed(sketch: Sketch, frame: Points, fineness: Fineness) -> Combed | None:
    """Where in a frame, prolonged to both sides, a board fits best."""
    plane = to_pixels(frame)
    ends = _ends(sketch, plane)
    if ends is None:
        return None
    first, last = ends
    narrowest, widest = _widths(plane, last - first)
    if narrowest >= widest:
        return None
    across = round(min(fineness.narrowest / narrowest, fineness.most))
    strip, inside = _strip(sketch, plane, ends, across)
    best = (0.0, 0.0, 0.0, 0.0)
    for width in _tried(narrowest * across, widest * across, fineness):
        response = _response(strip, inside, width)
        best = max(best, _best_place(response, width, fineness))
    worth, width, bar, left = best
    if not worth:
        return None
    here = np.array([left, left + (ROW + bar) * width])
    one, other = first + here / across * (last - first)
    spots = np.array([(one, 0), (other, 0), (other, 1), (one, 1)])
    return Combed(worth, Outline(through(plane, spots), bar))


def _widths(plane: Points, span: float) -> tuple[float, float]:
    """How narrow and how wide points may be in a frame of this depth, as parts of a span."""
    middle = np.array([(0.5, 0.0), (0.5, 1.0), (0.5 - NEAR, 0.5), (0.5 + NEAR, 0.5)])
    top, bottom, left, right = through(plane, middle)
    whole = float(np.hypot(*(right - left))) / (2 * NEAR) * span
    deep = float(np.hypot(*(bottom - top)))
    narrowest = max(deep / DEEPEST, LEAST_WIDTH) / whole
    return narrowest, min(deep / SHALLOWEST / whole, 1 / (ROW - 2 * HANGING))


def _tried(narrowest: float, widest: float, fineness: Fineness) -> Iterator[float]:
    """Widths of points in steps, the same ones for every frame."""
    first, last = (ceil(log(width, fineness.wider)) for width in (narrowest, widest))
    return (fineness.wider**power for power in range(first, last))


def _ends(sketch: Sketch, plane: Points) -> tuple[float, float] | None:
    """How far to the left and to the right the middle of a frame is in the picture."""
    across = np.linspace(-BEYOND, BEYOND + 1, STEPS)
    rows = np.column_stack([across, np.full_like(across, 0.5), np.ones_like(across)]) @ plane.T
    size, margin = np.array(sketch.size), AROUND * np.array(sketch.size)
    near = rows[:, 2] > SHALLOW
    pixels = rows[:, :2] / np.where(near, rows[:, 2], 1)[:, None]
    within = np.flatnonzero(near & ((pixels > -margin) & (pixels < size + margin)).all(axis=1))
    if not len(within):
        return None
    return float(across[within[0]]), float(across[within[-1]])


def _strip(
    sketch: Sketch, plane: Points, ends: tuple[float, float], across: int
) -> tuple[Colours, NDArray[np.bool_]]:
    """Colours along the rows that are looked at, the top row's first, and which are known."""
    first, last = ends
    heights = np.array(HEIGHTS) * LENGTH
    x = first + (np.arange(across) + 0.5) / across * (last - first)
    spots = np.stack(np.meshgrid(x, np.concatenate([heights, 1 - heights])), axis=-1)
    depth = spots @ plane[2, :2] + plane[2, 2]
    pixels = through(plane, spots)
    size = np.array(sketch.size)
    inside = (depth > SHALLOW / 3) & ((pixels > -1) & (pixels < size)).all(axis=-1)
    pixels[~inside] = 0
    return sketch.seen(pixels), inside


def _beside(width: float, across: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each row, side and place of a triangle: where it is looked at within, and outside."""
    half = 0.5 * (1 - np.tile(HEIGHTS, 2))[:, None]
    sides = np.array([-1, 1])
    within, outside = (
        np.arange(across) + (sides * (half + beside) * width)[..., None]
        for beside in (-BESIDE, BESIDE)
    )
    return _whole(within, across), _whole(outside, across)


def _whole(places: Points, across: int) -> NDArray[np.intp]:
    whole: NDArray[np.intp] = np.clip(np.rint(places), 0, across - 1).astype(np.intp)
    return whole


def _response(strip: Colours, inside: NDArray[np.bool_], width: float) -> Colours:
    """How a triangle around each place differs from what is beside it: by row, colour and place."""
    across = strip.shape[1]
    within, outside = _beside(width, across)
    rows = np.arange(len(strip))[:, None, None]
    contrast = contrasts(strip[rows, within] - strip[rows, outside])
    contrast *= (inside[rows, within] & inside[rows, outside])[..., None]
    both = contrast.sum(axis=1).reshape(2, len(HEIGHTS), across, 3).sum(axis=1)
    response: Colours = np.moveaxis(both, -1, 1).astype(np.float32) / (2 * len(HEIGHTS))
    return response


def _best_place(
    response: Colours, width: float, fineness: Fineness
) -> tuple[float, float, float, float]:
    """The best place for a board with points of this width: its worth, width, bar and left end."""
    bars = np.array(fineness.bars)
    across = response.shape[-1]
    most = across - (ROW + bars.min() - HANGING) * width
    lefts = np.arange(-HANGING * width, most, max(1.0, width * fineness.step))
    if not len(lefts):
        return (0.0, width, 0.0, 0.0)
    seconds = lefts + (HALF + bars[:, None]) * width
    first, second = (_half(response, places, width) for places in (lefts, seconds))
    worth = _worth(first[..., None, :] + second)
    worth[seconds + (HALF - 0.5) * width > across - 1] = 0
    bar, left = np.unravel_index(int(worth.argmax()), worth.shape)
    return float(worth[bar, left]), width, float(bars[bar]), float(lefts[left])


def _half(response: Colours, lefts: Points, width: float) -> Colours:
    """What the triangles of a half are together, each kind by itself: kind, row, colour, place."""
    columns = (COLUMNS[:HALF].reshape(-1, 2).T + 0.5) * width
    at = _whole(columns.reshape(2, -1, *[1] * lefts.ndim) + lefts, response.shape[-1])
    halves: Colours = np.stack([response[..., kind].sum(axis=2) for kind in at])
    return halves


def _worth(kinds: Colours) -> NDArray[np.float32]:
    """How alike the triangles of each kind are; one kind that is all alike is worth most."""
    worth: NDArray[np.float32] = np.sqrt(np.square(kinds).sum(axis=2).mean(axis=(0, 1))) / HALF
    return worth
