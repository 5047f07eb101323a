"""Planes at two heights over a board, as an eye sees the one through the other."""

from __future__ import annotations

import numpy as np

from vision.eye import Eye
from vision.field import Field
from vision.pictures import Points
from vision.plane import everywhere, shape, to_plane


def across(eye: Eye, field: Field, here: float, there: float) -> Points:
    """For each pixel of the plane at one height, where in that at another it is seen."""
    spots = everywhere(field)
    pixels = eye.pixels(np.column_stack([spots, np.full(len(spots), here)]))
    return to_plane(eye.spots(pixels, there)).reshape(*shape(field), 2)
