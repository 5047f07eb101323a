"""Where a row of triangles ends: up to there every second one has another colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.field import HALF, ROW
from vision.finding.outline import Outline
from vision.finding.sketch import Colours, Sketch, contrasts
from vision.pictures import Points

STEP = 0.05
"""Widths of a point from one place where a row may end to the next."""
INWARDS, OUTWARDS = 1.6, 1.4
"""Widths of a point inside and outside of where the row is taken to end, where it is looked at."""
WITHIN = np.array([-0.15, 0.0, 0.15])
"""Widths of a point from the middle of a column, where its colour is looked at."""
BODY = 0.6
"""How far from its end a row is surely one, in widths of a point."""
ENDS = (-0.9, -0.6, -0.3, 0.0, 0.3, 0.6)
"""How much further out than expected it may end, roughly, in widths of a point."""
SURELY = 0.8
"""Further in than this it is one in any case."""
DIM = 0.5
"""What a shadow leaves of a difference, as a part of it; more than that hardly counts."""
FADED = 0.6
"""What is left of the difference between two triangles where they are taken to end."""
EDGE = 0.1
"""How many widths of a point a row may end beside a straight edge, to have it for its base."""
LEAST = 2
"""Pairs of triangles that are to be seen at the end of a row, or nothing is known of it."""
SURE = 0.6
"""How like the others a pair is that is surely seen."""
STEADY = 0.25
"""What part of a pair may be less alike: a bare one is so all along, and a rim now and then."""
LEANING = 0.3
"""Widths of a point by which one end of a base may be further out than the other."""

Mask = NDArray[np.bool_]
Numbers = NDArray[np.float64]
OFFSETS = np.arange(-INWARDS, OUTWARDS + STEP / 2, STEP)
PAIRS = np.array([column for column in range(ROW - 1) if column != HALF - 1])
"""The first columns of neighbours with no bar between them."""


@dataclass(frozen=True, slots=True)
class Base:
    """How much further out than expected a row ends, in widths of a point."""

    left: float
    right: float


def base(
    sketch: Sketch, outline: Outline, clear: Numbers, still: float, *, is_top: bool
) -> Base | None:
    """Where a row ends; None where too little is seen of it.

    How clear an edge would be at each of `OFFSETS` is told for samples along the side. Of the
    pairs of triangles that are seen anywhere in the row, so many are still seen at its end.
    """
    turns = _alternation(sketch, outline, is_top=is_top)
    usual = _usual(contrasts(turns[-SURELY > OFFSETS]))
    alike = (contrasts(turns) @ usual).astype(np.float64)
    shares = (np.arange(clear.shape[1]) + 0.5) / clear.shape[1]
    edges = EDGE * _along(clear, _lines(), shares).mean(axis=1)
    every = [_ended(turns, alike, edges, end) for end in ENDS]
    most = max(it.seen for it in every)
    if most < LEAST * SURE:
        return None
    enough = still * most
    rough = [it for it in every if it.seen >= enough][-1]
    end = (rough.base.left + rough.base.right) / 2
    fine = _ended(turns, alike, edges, max(end, BODY - INWARDS))
    return fine.base if fine.seen >= enough else rough.base


class _Ended(NamedTuple):
    """A base, and how many pairs of triangles are seen at it."""

    base: Base
    seen: float


def _ended(turns: Colours, alike: Numbers, edges: Numbers, end: float) -> _Ended:
    """The likeliest base of a row that is surely one shortly before a rough end."""
    body = (end - BODY < OFFSETS) & (end - STEP > OFFSETS)
    weights = np.clip(np.quantile(alike[body], STEADY, axis=0), 0, None)
    seen = float(weights.sum())
    gained = np.cumsum((_left(turns, body) - FADED) * weights, axis=0) * STEP
    worth = _along(gained, _lines(), (PAIRS + 1) / ROW).sum(axis=1) + seen * edges
    return _Ended(Base(*_lines()[int(worth.argmax())]), seen)


def _along(values: Numbers, ends: Points, shares: Points) -> Numbers:
    """The values, by offset and sample, that are met along each line."""
    offsets = ends[:, :1] * (1 - shares) + ends[:, 1:] * shares
    places = np.rint((offsets + INWARDS) / STEP).astype(np.intp)
    return values[places, np.arange(len(shares))]


def _alternation(sketch: Sketch, outline: Outline, *, is_top: bool) -> Colours:
    """How each triangle differs from the next, every second time the other way: by offset, pair."""
    x = (outline.columns()[:, None] + WITHIN) / outline.width
    y = -OFFSETS / outline.depth if is_top else 1 + OFFSETS / outline.depth
    spots = np.stack(np.broadcast_arrays(x, y[:, None, None]), axis=-1)
    colours = sketch.seen(outline.pixels(spots)).mean(axis=2)
    turns = np.where(PAIRS % 2, -1, 1).astype(np.float32)[:, None]
    differences: Colours = turns * (colours[:, PAIRS] - colours[:, PAIRS + 1])
    return differences


def _usual(differences: Colours) -> Colours:
    """The direction of most differences, of length one."""
    every = differences.reshape(-1, differences.shape[-1])
    usual = np.maximum(every @ every.mean(axis=0), 0) @ every
    direction: Colours = usual / max(float(np.linalg.norm(usual)), np.finfo(np.float32).eps)
    return direction


def _left(turns: Colours, body: Mask) -> Numbers:
    """How much is left of the difference that each pair has within the row: 1 for all of it."""
    usual = np.median(turns[body], axis=0)
    length = np.maximum(np.linalg.norm(usual, axis=-1), np.finfo(np.float32).eps)
    left = (turns * (usual / length[:, None])).sum(axis=-1) / length
    shortened: Numbers = left * (1 + DIM) / (np.abs(left) + DIM)
    return shortened


@lru_cache(maxsize=1)
def _lines() -> Points:
    """The bases that a row may have: how far out their left and right ends are."""
    both = np.stack(np.meshgrid(OFFSETS, OFFSETS), axis=-1).reshape(-1, 2)
    lines: Points = both[np.abs(both[:, 1] - both[:, 0]) < LEANING]
    return lines
