"""What one board and its checkers look like, in one light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Plane

SHADES = 32
"""Steps of each of three colours that a table of colours tells apart."""
STEP = 8
"""Brightness in one of them."""
QUARTERS = 4.0
"""The spread is kept in quarters of a brightness."""
WHITE = 255.0
"""The largest brightness."""

Tones = NDArray[np.float32]
"""How much likelier a colour is on something than anywhere: SHADES cubed numbers, as logarithms."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """All brightnesses are square roots: there, noise is the same in the dark and in the light."""

    ground: NDArray[np.uint8]
    """The board without checkers, from above, in the plane of the checkers' tops."""
    spread: NDArray[np.uint8]
    """How far each pixel of it may be off, in quarters of a brightness."""
    known: NDArray[np.bool_]
    """Where it was seen; the rest lay under checkers and is made up from its like."""
    light: Tones
    """The tops of Light's checkers."""
    dark: Tones
    """The tops of Dark's."""
    light_colour: NDArray[np.float32]
    """The middle of their colours: three brightnesses."""
    dark_colour: NDArray[np.float32]
    falloff: NDArray[np.float32]
    """How bright each pixel of the plane is lit, beside the middle."""

    def __post_init__(self) -> None:
        rows_and_columns = self.ground.shape[:2]
        planes = (self.spread, self.known, self.falloff)
        if any(plane.shape[:2] != rows_and_columns for plane in planes):
            raise ValueError("the ground, its spread and its light are the same plane")
        if any(tones.shape != (SHADES**3,) for tones in (self.light, self.dark)):
            raise ValueError("tones are told for every colour")


def rooted(plane: NDArray[np.generic], falloff: Plane | None = None) -> Plane:
    """The square roots of the brightnesses of a plane, from 0 to 255, the falloff taken out."""
    bright = plane.astype(np.float32)
    if falloff is not None:
        bright /= np.asarray(cv2.merge([falloff] * plane.shape[2]))
    roots: Plane = np.sqrt(np.clip(bright * WHITE, 0, WHITE**2))
    return roots


def shade(rooted: Plane) -> NDArray[np.uint16]:
    """The number of each pixel's colour in a table of tones."""
    steps = np.floor(np.clip(rooted / STEP, 0, SHADES - 1))
    numbers: NDArray[np.uint16] = (steps @ _ROWS).astype(np.uint16)
    return numbers


_ROWS = np.array([SHADES**2, SHADES, 1], np.float32)
