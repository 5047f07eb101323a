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
from vision.weighing.circles import Edges, edges, gathered, rims
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
NEW = 0.0
"""What the bare ground says, as a logarithm, where something lies on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Logarithms: how much likelier the middle of a checker is here than bare ground."""

    light: Map
    dark: Map
    rims: Map
    """How much of the rim of a checker is seen around each pixel, from -1 to 1."""
    edges: Edges
    new: Mask
    """Where something lies, its edges included."""


def weighed_spots(evidence: Evidence, field: Field, looks: Looks) -> Spots:
    """The weight of a checker of each colour at every pixel of the plane."""
    radius = field.checker / 2 * SCALE
    kinds = evidence.ground, evidence.light, evidence.dark
    ground, light, dark = (np.clip(kind, LEAST, MOST) for kind in kinds)
    seen = edges(evidence.even)
    found = rims(seen, radius)
    around = RIM * found + CLEAR_RIM * np.maximum(found - CLEAR, 0)
    around += OLD_RIM * _old_rims(looks, radius) + ALWAYS
    lighter = UNDER_OTHER * gathered(light - dark, radius)
    lights, darks = (
        around + gathered(GROUND * ground + STRANGE * np.clip(own, LEAST, 0), radius)
        for own in (light, dark)
    )
    return Spots(
        lights + np.minimum(lighter, 0),
        darks - np.maximum(lighter, 0),
        found,
        seen,
        _new(ground),
    )


def _new(ground: Map) -> Mask:
    rejected = (cv2.blur(ground, (3, 3)) < NEW).astype(np.uint8)
    return np.asarray(cv2.dilate(rejected, np.ones((3, 3), np.uint8))).astype(np.bool_)


@lru_cache(maxsize=4)
def _old_rims(looks: Looks, radius: float) -> Map:
    """What looks like rims on the board itself."""
    return rims(edges(looks.ground.astype(np.float32)), radius)
