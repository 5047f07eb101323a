"""Pictures are arrays; this says what a picture is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Rows, columns, and blue, green and red."""
Mask = NDArray[np.bool_]
"""Rows and columns."""
Points = NDArray[np.float64]
"""One row for each, with its coordinates."""

DEEP = 3
"""Bytes of a pixel."""
LEAST_SIDE = 120
"""Pixels; in anything smaller a checker is a speck."""


class NotAPicture(ValueError):
    """An array that cannot be looked at."""


def checked(pixels: NDArray[np.generic]) -> Picture:
    """The array as a picture that can be looked at; NotAPicture says what is wrong with it."""
    if pixels.dtype != np.uint8 or pixels.shape[2:] != (DEEP,):
        raise NotAPicture("a picture has rows, columns and three bytes a pixel")
    if min(pixels.shape[:2]) < LEAST_SIDE:
        raise NotAPicture(f"a picture has at least {LEAST_SIDE} pixels at each side")
    return pixels.view(np.uint8)


def size(picture: Picture) -> tuple[int, int]:
    """How wide and how high it is."""
    return picture.shape[1], picture.shape[0]
