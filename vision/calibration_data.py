"""The calibration of one board under one camera: camera, geometry, appearance."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import BoardCamera
from vision.field_geometry import FieldGeometry, LightHome
from vision.picture_arrays import Mask, Plane

SHADES = 32
"""Steps of each colour channel in a colour table."""
STEP = 8
"""Square-root brightness per step."""
QUARTERS = 4.0
"""Divisor of stored spreads: they are kept in quarters of a square-root brightness."""
WHITE = 255.0
"""The largest brightness."""

ColourTable = NDArray[np.float32]
"""The log of how much likelier each of SHADES cubed colours is on a thing than anywhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """The appearance of a board and its checkers.

    All brightnesses are square roots: their noise is the same in dark and bright places. Raises
    ValueError if the arrays do not match in shape.
    """

    ground: NDArray[np.uint8]
    """The bare board, from above, in the plane of the checkers' tops."""
    spread: NDArray[np.uint8]
    """Uncertainty of each pixel of the ground, in quarters of a square-root brightness."""
    known: Mask
    """True where the ground was seen; elsewhere it lay under checkers and was estimated."""
    light: ColourTable
    """Colour table of the tops of Light's checkers."""
    dark: ColourTable
    """Colour table of the tops of Dark's checkers."""
    light_colour: NDArray[np.float32]
    """Median colour of Light's tops: three square-root brightnesses."""
    dark_colour: NDArray[np.float32]
    """Median colour of Dark's tops."""
    falloff: NDArray[np.float32]
    """Brightness of the light on each pixel of the plane, relative to the middle of the board."""

    def __post_init__(self) -> None:
        rows_and_columns = self.ground.shape[:2]
        planes = (self.spread, self.known, self.falloff)
        if any(plane.shape[:2] != rows_and_columns for plane in planes):
            raise ValueError("ground, spread, mask and falloff must have the same rows and columns")
        if any(tones.shape != (SHADES**3,) for tones in (self.light, self.dark)):
            raise ValueError("a colour table needs a number for every colour")


def square_root_brightness(plane: NDArray[np.generic], falloff: Plane | None = None) -> Plane:
    """The square roots of a plane's brightness, 0 to 255, divided by the falloff if given."""
    bright = plane.astype(np.float32)
    if falloff is not None:
        bright /= np.asarray(cv2.merge([falloff] * plane.shape[2]))
    return np.asarray(np.sqrt(np.clip(bright * WHITE, 0, WHITE**2)))


def colour_index(rooted: Plane) -> NDArray[np.uint16]:
    """The index of each pixel's colour in a colour table."""
    steps = np.floor(np.clip(rooted / STEP, 0, SHADES - 1))
    return (steps @ _ROWS).astype(np.uint16)


_ROWS = np.array([SHADES**2, SHADES, 1], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The calibration that reading a picture of a board needs."""

    camera: BoardCamera
    field: FieldGeometry
    home: LightHome
    appearance: Appearance
