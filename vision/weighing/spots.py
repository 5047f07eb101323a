"""How much every spot of a board speaks for a checker of each colour lying there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.field import Field
from vision.looks import Looks
from vision.plane import SCALE
from vision.weighing.circles import gathered, rims
from vision.weighing.evidence import Evidence

Map = NDArray[np.float32]

LEAST, MOST = -4.0, 8.0
"""What one pixel may say at most, as a logarithm."""
CLEAR = 0.45
"""A rim that is seen better than this is hardly ever anything else."""

OVER_GROUND, UNDER_OTHER, OVER_OTHER = 1.05, 0.9, -0.21
OWN, STRANGE_TO_OWN = 0.59, 0.55
GROUND, STRANGE_TO_GROUND = -0.47, 2.6
RIM, CLEAR_RIM, OLD_RIM = 14.2, 5.0, -6.7
ALWAYS = -2.9
"""What each kind of evidence counts: fitted to checkers and empty spots on many boards."""


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Logarithms: how much likelier the middle of a checker is here than bare ground."""

    light: Map
    dark: Map
    rims: Map
    """How much of the rim of a checker is seen around each pixel, from -1 to 1."""


def weighed_spots(evidence: Evidence, field: Field, looks: Looks) -> Spots:
    """The weight of a checker of each colour at every pixel of the plane."""
    radius = field.checker / 2 * SCALE
    kinds = np.stack([evidence.ground, evidence.light, evidence.dark], axis=-1)
    kinds = np.clip(kinds, LEAST, MOST)
    ground, light, dark = np.moveaxis(gathered(kinds, radius), -1, 0)
    strange = np.moveaxis(gathered(np.minimum(kinds, 0), radius), -1, 0)
    found = rims(evidence.even, radius)
    around = RIM * found + CLEAR_RIM * np.maximum(found - CLEAR, 0)
    around += OLD_RIM * _old_rims(looks, radius) + ALWAYS
    around += (GROUND - OVER_GROUND) * ground + STRANGE_TO_GROUND * strange[0]
    return Spots(
        around + _colour(light, dark) + STRANGE_TO_OWN * strange[1],
        around + _colour(dark, light) + STRANGE_TO_OWN * strange[2],
        found,
    )


def _colour(own: Map, other: Map) -> Map:
    """What the colours seen within a checker's rim say."""
    clearer = own - other
    told: Map = UNDER_OTHER * np.minimum(clearer, 0) + OVER_OTHER * np.maximum(clearer, 0)
    told += (OVER_GROUND + OWN) * own
    return told


@lru_cache(maxsize=4)
def _old_rims(looks: Looks, radius: float) -> Map:
    """What looks like rims on the board itself."""
    return rims(looks.ground.astype(np.float32), radius)
