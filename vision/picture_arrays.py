"""The array types of pictures, masks and points, and the check of a picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Rows, columns, and blue, green and red as bytes."""
Plane = NDArray[np.float32]
"""Rows and columns of single numbers, or of three colours each."""
Mask = NDArray[np.bool_]
"""True and false in rows and columns, or for each of a list."""
Reals = NDArray[np.float64]
"""Measures or weights, along any axes."""
Points = NDArray[np.float64]
"""One row of coordinates for each point."""

DEEP = 3
"""Bytes of a pixel."""
MIN_SIDE = 120
"""Pixels; the shortest allowed side. In a smaller picture a checker is a speck."""


class NotAPicture(ValueError):
    """An array that cannot be used as a picture."""


def check_picture(pixels: NDArray[np.generic]) -> Picture:
    """Returns the array as a picture; raises NotAPicture with the reason otherwise."""
    if pixels.dtype != np.uint8 or pixels.shape[2:] != (DEEP,):
        raise NotAPicture("a picture must be an array of rows, columns and three bytes a pixel")
    if min(pixels.shape[:2]) < MIN_SIDE:
        raise NotAPicture(f"a picture must have at least {MIN_SIDE} pixels on each side")
    return pixels.view(np.uint8)


def picture_size(picture: Picture) -> tuple[int, int]:
    """The width and height of a picture in pixels."""
    return picture.shape[1], picture.shape[0]
