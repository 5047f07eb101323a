"""Planes at two heights over a board, as an eye sees the one through the other."""

from __future__ import annotations

import numpy as np

from vision.eye import Eye
from vision.field import Field
from vision.pictures import Points
from vision.plane import shape, to_field, to_plane


def across(eye: Eye, field: Field, here: float, there: float) -> Points:
    """For each pixel of the plane at one height, where in that at another it is seen."""
    rows, columns = shape(field)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    spots = to_field(grid.astype(np.float64))
    pixels = eye.pixels(np.column_stack([spots, np.full(len(spots), here)]))
    return to_plane(eye.spots(pixels, there)).reshape(rows, columns, 2)
