"""The rims of a board, and the edges of its bar: straight lines along its sides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.outline import Outline
from vision.finding.sketch import Sketch, contrasts, strengths
from vision.pictures import Points

BESIDE = 0.08
"""Widths of a point to both sides of an edge, where the colours are compared."""
SAMPLES = (np.arange(60) + 0.5) / 60
"""Where a side is looked at, as parts of its length."""
STEP = 0.04
"""Widths of a point from one place where an edge is sought to the next."""
STRAYING = 0.3
"""What an edge at the end of the reach counts less than one where it is expected."""
TRUSTED = 0.3
"""Weaker edges are not trusted."""
MOST_REACH = 0.25
NEARLY = 0.88
"""An edge that is nearly as clear as the clearest, and further in, is the foot of the rim."""

Numbers = NDArray[np.float64]


class Rim(Enum):
    """A side of the field, where its surface ends: which way is out, and how far it may be off."""

    LEFT = ((-1, 0), 0.2, 0.15)
    RIGHT = ((1, 0), 0.2, 0.15)
    TOP = ((0, -1), 1.0, 0.6)
    BOTTOM = ((0, 1), 1.0, 0.6)

    def spots(self, outline: Outline, offsets: Points) -> Points:
        """So many widths of a point further out; the last axis of the offsets goes along."""
        (x, y), _, _ = self.value
        along = np.broadcast_to(SAMPLES, offsets.shape)
        if x:
            return np.stack([(x > 0) + x * offsets / outline.width, along], axis=-1)
        return np.stack([along, (y > 0) + y * offsets / outline.depth], axis=-1)

    @property
    def is_end(self) -> bool:
        """Whether it is at the ends of the rows, not along them."""
        return bool(self.value[0][0])

    @property
    def reach(self) -> float:
        """How far the triangles may leave it off."""
        return self.value[1]

    @property
    def likely(self) -> float:
        """How far they do as a rule."""
        return self.value[2]


class Found(NamedTuple):
    """Where a side's edge is seen."""

    offsets: Numbers
    """Widths of a point further out, along the side."""
    trust: Numbers


def rim_edges(sketch: Sketch, outline: Outline, rim: Rim, reach: float) -> Found:
    """The clearest edge near each sample of a side."""
    reach = min(reach, MOST_REACH)
    offsets = np.arange(-reach, reach + STEP / 2, STEP)
    clear = clear_edges(sketch, outline, rim, offsets)
    best = (clear - STRAYING * (offsets / reach)[:, None] ** 2).argmax(axis=0)
    return Found(offsets[best], np.maximum(clear[best, np.arange(len(best))] - TRUSTED, 0))


def foot(sketch: Sketch, outline: Outline, rim: Rim) -> float:
    """How far out the clearest edge is, or one further in that is nearly as clear."""
    offsets = np.arange(-rim.reach, rim.reach + STEP / 2, STEP)
    clear = clear_edges(sketch, outline, rim, offsets).mean(axis=1)
    likely = clear * np.exp(-0.5 * (offsets / rim.likely) ** 2)
    if rim.is_end:
        return float(offsets[likely.argmax()])
    around = np.pad(likely, 1)
    peaks = (likely >= around[:-2]) & (likely >= around[2:]) & (likely >= NEARLY * likely.max())
    return float(offsets[np.flatnonzero(peaks)[0]])


@dataclass(frozen=True, slots=True)
class Clearness:
    """How clear the straight edges of a board are, from 0 to 1."""

    ends: float
    """Those at the ends of the rows."""
    rows: float
    """Those along the rows."""


def clearness(sketch: Sketch, outline: Outline) -> Clearness:
    """How clear the sides are close to where they should be."""
    near = np.arange(-0.2, 0.21, STEP)
    clear = {rim: clear_edges(sketch, outline, rim, near).mean(axis=1).max() for rim in Rim}
    ends, rows = (
        float(np.mean([clear[rim] for rim in Rim if rim.is_end is is_end]))
        for is_end in (True, False)
    )
    return Clearness(ends, rows)


def clear_edges(sketch: Sketch, outline: Outline, rim: Rim, offsets: Points) -> Numbers:
    """How strong an edge is at offsets, by samples along a side."""
    rows = np.repeat(offsets[:, None], len(SAMPLES), axis=1)
    out, inside = (
        sketch.seen(outline.pixels(rim.spots(outline, rows + beside)))
        for beside in (BESIDE, -BESIDE)
    )
    return strengths(contrasts(out - inside)).astype(np.float64)
