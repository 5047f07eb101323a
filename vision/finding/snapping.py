"""An outline whose sides are moved to where the field ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.finding.bases import OFFSETS, Base, base
from vision.finding.fitting import coherence
from vision.finding.outline import Outline
from vision.finding.rims import Rim, clear_edges, foot
from vision.finding.sketch import Sketch
from vision.pictures import Points

LOST = 0.04
"""By how much less alike triangles may be after the ends of their rows were moved."""


@dataclass(frozen=True, slots=True)
class Sides:
    """How much further out each side is, in widths of a point."""

    top: Base
    bottom: Base
    left: float = 0.0
    right: float = 0.0


def snapped(sketch: Sketch, outline: Outline, still: float) -> Outline:
    """The outline with each side moved to the foot of its rim, as far as the triangles agree.

    What part of a row is still seen at its end is told by `still`, as `bases` has it.
    """
    top, bottom = (_base(sketch, outline, rim, still) for rim in (Rim.TOP, Rim.BOTTOM))
    left, right = (foot(sketch, outline, rim) for rim in (Rim.LEFT, Rim.RIGHT))
    kept = _stretched(outline, Sides(top, bottom))
    moved = _stretched(outline, Sides(top, bottom, left, right))
    return moved if coherence(sketch, moved) > coherence(sketch, kept) - LOST else kept


def _base(sketch: Sketch, outline: Outline, rim: Rim, still: float) -> Base:
    """How far out a row ends."""
    clear = clear_edges(sketch, outline, rim, OFFSETS)
    seen = base(sketch, outline, clear, still, is_top=rim is Rim.TOP)
    if seen is None:
        out = foot(sketch, outline, rim)
        return Base(out, out)
    return seen


def _stretched(outline: Outline, sides: Sides) -> Outline:
    """The outline with other sides, and the same triangles between them."""
    left, right = -sides.left / outline.width, 1 + sides.right / outline.width
    top, bottom, deep = sides.top, sides.bottom, outline.depth
    corners = np.array(
        [
            (left, -top.left / deep),
            (right, -top.right / deep),
            (right, 1 + bottom.right / deep),
            (left, 1 + bottom.left / deep),
        ]
    )
    return _between(outline, corners)


def _between(outline: Outline, corners: Points) -> Outline:
    """The triangles of an outline between other corners, told as spots on it."""
    more = (corners[2:, 1].mean() - corners[:2, 1].mean() - 1) / 2
    length = (outline.length + more) / (1 + 2 * more)
    base_half = (0.5 - outline.gap) * (outline.length + more) / outline.length
    return Outline(outline.pixels(corners), outline.bar, length, 0.5 - base_half)
