"""Whether an outline lies on a board, or on something else with many edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.field import ROW
from vision.finding.fitting import coherence
from vision.finding.outline import Outline
from vision.finding.sketch import Sketch, contrasts

TRIANGLES = 0.4
"""How alike those sides of triangles are that should be, at least."""
UPSIDE_DOWN = 0.75
"""What is left of that, at most, where the triangles would stand on their tips."""
TURNS = 0.35
"""How alike the differences between neighbours are that should be, at least."""
FLATTEST, LONGEST = 5.0, 24.0
"""From top to bottom, in widths of a point as they are seen; nobody can read a board beyond."""
HEIGHTS = np.linspace(0.08, 0.5, 6)
"""Parts of a triangle's length, from its base on, where it is compared with its neighbours."""
WITHIN = np.array([-0.12, 0.0, 0.12])
"""Widths of a point from the middle of a column, where its colour is looked at."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What speaks for a board."""

    triangles: float
    """From 0 to 1: how alike those sides of triangles are that should be."""
    upside_down: float
    """The same for triangles that stand on their tips: stripes are as good for these."""
    turns: float
    """From 0 to 1: how much neighbours differ in the same way, in the row that tells more."""
    depth: float
    """From top to bottom, in widths of a point as they are seen."""

    @property
    def holds(self) -> bool:
        """Whether it is one."""
        return (
            self.triangles > TRIANGLES
            and self.upside_down < UPSIDE_DOWN * self.triangles
            and self.turns > TURNS
            and FLATTEST < self.depth < LONGEST
        )


def proof(sketch: Sketch, outline: Outline) -> Proof:
    """What speaks for a board under an outline."""
    return Proof(
        coherence(sketch, outline),
        coherence(sketch, outline, upside_down=True),
        max(_turns(sketch, outline, is_top=is_top) for is_top in (True, False)),
        outline.depth,
    )


def _turns(sketch: Sketch, outline: Outline, *, is_top: bool) -> float:
    """How alike the differences of a row's neighbours are, every second one the other way."""
    x = (outline.columns()[:, None] + WITHIN) / outline.width
    from_rim = HEIGHTS * outline.length
    y = from_rim if is_top else 1 - from_rim
    spots = np.stack(np.broadcast_arrays(x, y[:, None, None]), axis=-1)
    colours = sketch.seen(outline.pixels(spots)).mean(axis=2)
    turns = np.where(np.arange(ROW - 1) % 2, -1, 1).astype(np.float32)[:, None]
    differences = contrasts(turns * (colours[:, :-1] - colours[:, 1:]))
    return float(np.linalg.norm(differences.reshape(-1, 3).mean(axis=0)))
