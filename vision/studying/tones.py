"""Which colours are seen on the tops of checkers, out of a few of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import SHADES, WHITE, Tones, shade
from vision.plane import Plane

BRIGHTER = ((1.0, 1.0), (0.94, 0.6), (1.06, 0.6), (0.85, 0.15), (1.15, 0.1), (0.7, 0.04))
"""How much brighter (as roots are) a checker may be lit than those seen, and how often."""
GLARE = ((0.3, 0.03), (0.6, 0.02), (0.9, 0.02))
"""How much of the lamp a top may mirror, and how often."""
BLUR = 0.8
"""Shades by which a colour is uncertain."""
STRANGE = 0.02
"""How often a top shows a colour that was never seen on one."""


def tones(colours: Plane) -> Tones:
    """The tops from which these colours were taken: a row for each pixel, as roots."""
    counts = np.zeros(SHADES**3, np.float32)
    for factor, weight in BRIGHTER:
        _add(counts, colours * factor, weight)
    for part, weight in GLARE:
        _add(counts, colours * (1 - part) + WHITE * part, weight)
    smooth = _blurred(counts.reshape(SHADES, SHADES, SHADES)).ravel()
    density = smooth / smooth.sum() * SHADES**3
    told: Tones = np.log((1 - STRANGE) * density + STRANGE).astype(np.float32)
    return told


def _add(counts: NDArray[np.float32], colours: Plane, weight: float) -> None:
    counts += weight * np.bincount(shade(colours), minlength=len(counts)).astype(np.float32)


def _blurred(cube: NDArray[np.float32]) -> NDArray[np.float32]:
    for _ in range(cube.ndim):
        flat = cube.reshape(SHADES, -1)
        blurred = cv2.GaussianBlur(flat, (1, 7), sigmaX=BLUR, sigmaY=BLUR)
        cube = np.moveaxis(np.asarray(blurred, np.float32).reshape(SHADES, SHADES, SHADES), 0, -1)
    return np.ascontiguousarray(cube)
