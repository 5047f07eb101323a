"""The plane of the checkers' tops, as a picture taken from straight above would show it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import Eye
from vision.field import Field
from vision.pictures import Picture, Points

SCALE = 20
"""Pixels across a point."""
BESIDE = 2.75
"""Widths of a point shown beside the field at the left and at the right: trays and tables."""
BEYOND = 1.0
"""Widths of a point shown above and below the field."""
FINE = 1.6
"""From so many pixels of a picture to one of the plane, the picture is made smaller first."""

Plane = NDArray[np.float32]
"""Rows, columns and three colours, or one number each."""


@dataclass(frozen=True, slots=True, eq=False)
class Above:
    """How a picture is seen from straight above."""

    across: NDArray[np.int16]
    """For each pixel of the plane, where in the picture it is."""
    between: NDArray[np.uint16]
    """And the part of a pixel."""
    smaller: int
    """How often the picture is halved first."""
    inside: NDArray[np.bool_]
    """Which pixels of the plane the picture shows."""

    def of(self, picture: Picture) -> Picture:
        """The plane as this picture shows it."""
        for _ in range(self.smaller):
            width, height = picture.shape[1] // 2, picture.shape[0] // 2
            picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        return cv2.remap(picture, self.across, self.between, cv2.INTER_LINEAR)  # type: ignore[return-value]


def shape(field: Field) -> tuple[int, int]:
    """Rows and columns of the plane."""
    return (
        round((field.depth + 2 * BEYOND) * SCALE),
        round((field.width + 2 * BESIDE) * SCALE),
    )


def to_plane(spots: Points) -> Points:
    """Where spots of the field are in the plane, in pixels from the middle of the first."""
    return np.column_stack([(spots[:, 0] + BESIDE), (spots[:, 1] + BEYOND)]) * SCALE - 0.5


def to_field(pixels: Points) -> Points:
    """Which spots of the field pixels of the plane show."""
    return (pixels + 0.5) / SCALE - (BESIDE, BEYOND)


def everywhere(field: Field) -> Points:
    """Which spot of the field each pixel of the plane shows, row by row."""
    rows, columns = shape(field)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    return to_field(grid.astype(np.float64))


@lru_cache(maxsize=4)
def above(eye: Eye, field: Field, height: float) -> Above:
    """How this eye's pictures show a plane at a height."""
    spots = everywhere(field)
    pixels = eye.pixels(np.column_stack([spots, np.full(len(spots), height)]))
    pixels = pixels.reshape(*shape(field), 2)
    width, depth = eye.size
    inside = np.all((pixels > 0) & (pixels < (width - 1, depth - 1)), axis=-1)
    smaller = _halvings(pixels)
    pixels = (pixels + 0.5) / 2**smaller - 0.5
    across, between = cv2.convertMaps(pixels.astype(np.float32), None, cv2.CV_16SC2)  # type: ignore[call-overload]
    return Above(across, between, smaller, inside)


def _halvings(pixels: NDArray[np.float64]) -> int:
    """How often a picture is to be halved so that none of its pixels is passed over."""
    middle = np.linalg.norm(np.diff(pixels[len(pixels) // 2], axis=0), axis=1)
    coarse = float(np.median(middle))
    return int(max(0, np.floor(np.log2(max(coarse / FINE, 1)) + 1))) if coarse > FINE else 0
