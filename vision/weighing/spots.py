"""How much every spot of a board speaks for a checker of each colour lying there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.field import Field
from vision.looks import Looks
from vision.pictures import Mask
from vision.plane import SCALE
from vision.weighing.circles import edges, gathered, rims, squares
from vision.weighing.evidence import Evidence

Map = NDArray[np.float32]

LEAST, MOST = -4.0, 8.0
"""What one pixel may say at most, as a logarithm."""
CLEAR = 0.45
"""A rim that is seen better than this is hardly ever anything else."""

GROUND, STRANGE, UNDER_OTHER = -0.65, 2.9, 1.35
RIM, CLEAR_RIM, OLD_RIM = 12.3, 9.3, -4.7
ALWAYS = -3.4
"""What each kind of evidence counts: fitted to checkers and empty spots on many boards."""
AROUND = 1.3
"""Widths of a point around a spot over which something square is seen as such."""
NEW = 0.0
"""What the bare ground says, as a logarithm, where something lies on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Logarithms: how much likelier the middle of a checker is here than bare ground."""

    light: Map
    dark: Map
    rims: Map
    """How much of the rim of a checker is seen around each pixel, from -1 to 1."""
    squares: Map
    """How much what lies around each pixel is a block and no checker, from 0 to 1."""


def weighed_spots(evidence: Evidence, field: Field, looks: Looks) -> Spots:
    """The weight of a checker of each colour at every pixel of the plane."""
    radius = field.checker / 2 * SCALE
    kinds = np.stack([evidence.ground, evidence.light, evidence.dark], axis=-1)
    kinds = np.clip(kinds, LEAST, MOST)
    both = gathered(np.dstack([kinds, np.minimum(kinds[..., 1:], 0)]), radius)
    ground, light, dark, unlike_light, unlike_dark = (both[..., at] for at in range(both.shape[2]))
    seen = edges(evidence.even)
    found = rims(seen, radius)
    around = RIM * found + CLEAR_RIM * np.maximum(found - CLEAR, 0)
    around += OLD_RIM * _old_rims(looks, radius) + GROUND * ground + ALWAYS
    clearer = UNDER_OTHER * (light - dark)
    return Spots(
        around + np.minimum(clearer, 0) + STRANGE * unlike_light,
        around + np.minimum(-clearer, 0) + STRANGE * unlike_dark,
        found,
        squares(seen, _new(kinds[..., 0]), AROUND * SCALE),
    )


def _new(ground: Map) -> Mask:
    """Where something lies, its edges included."""
    rejected = (cv2.blur(ground, (3, 3)) < NEW).astype(np.uint8)
    return np.asarray(cv2.dilate(rejected, np.ones((3, 3), np.uint8))).astype(np.bool_)


@lru_cache(maxsize=4)
def _old_rims(looks: Looks, radius: float) -> Map:
    """What looks like rims on the board itself."""
    return rims(edges(looks.ground.astype(np.float32)), radius)
