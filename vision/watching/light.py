"""What a small picture would look like in other light, so that light is not taken for checkers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

COARSE = 3
"""Pixels across a checker where light is looked at."""
REACH = 5.0
"""Checkers; light is the same on most of so large a piece."""
DARKER, BRIGHTER = -1.4, 0.9
"""So much (powers of e) light may change at most; what changes more is something else."""
TINTED = 0.22
"""So much more (powers of e) it may change in one colour than in another."""
FAINT = 8.0
"""Levels; below, a picture tells little of how bright something is."""
_SCALE = 60.0
"""Steps of a byte for a power of e."""
_EVEN = 128
"""The byte for light that has not changed."""

Small = NDArray[np.float32]
"""A small picture, averaged over time."""


def in_light_of(reference: Small, small: Picture, checker: float) -> Small:
    """The reference as it would look in the light of another picture of the same place.

    Light is what most of a large piece has in common; so edges of shadows stay where they are.
    """
    height, width = small.shape[:2]
    coarse = (max(round(width * COARSE / checker), 1), max(round(height * COARSE / checker), 1))
    before = cv2.resize(reference, coarse, interpolation=cv2.INTER_AREA)
    now = cv2.resize(small, coarse, interpolation=cv2.INTER_AREA).astype(np.float32)
    change = np.log((now + FAINT) / (before + FAINT))
    common = _common(change)
    common[~is_light(common)] = 0
    gain = cv2.resize(np.exp(common), (width, height), interpolation=cv2.INTER_LINEAR)
    lit: Small = (reference + FAINT) * gain - FAINT
    return lit


def is_light(common: Small) -> NDArray[np.bool_]:
    """Where that can be light."""
    low, high = common.min(axis=2), common.max(axis=2)
    lit: NDArray[np.bool_] = (low > DARKER) & (high < BRIGHTER) & (high - low < TINTED)
    return lit


def _common(change: Small) -> Small:
    """What most of each piece has in common."""
    reach = 2 * round(REACH * COARSE / 2) + 1
    steps = np.clip(change * _SCALE + _EVEN, 0, 255).astype(np.uint8)
    common: Small = (cv2.medianBlur(steps, reach).astype(np.float32) - _EVEN) / _SCALE
    return common
