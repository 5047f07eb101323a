"""The outline of the board in a camera picture; the only part with numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.checkers import BACKGAMMON, POINTS, Place
from service.web.messages.from_page import Pixel
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera
from vision.field_geometry import FieldGeometry
from vision.overlay import BoardLine, LocatedReading, board_lines, label_spot, sample_line
from vision.picture_reading import PictureReading

STEPS = 8
"""Spots along each straight piece of a line; few, because each of them is sent."""
BEYOND = 0.35
"""The distance of the point numbers from the rim outwards, in widths of a point."""


@dataclass(frozen=True, slots=True)
class CameraOutline:
    """The outline of a board in a picture."""

    corners: tuple[Pixel, ...]
    lines: str
    """Rim, bar, and marks between the points, as an SVG path."""
    point: float
    """The width of a point in pixels."""
    at: Mapping[Place, Pixel]
    """The spot of the label of each place."""
    numbers: Mapping[Place, Pixel]
    """The spot of the number of each point."""


def camera_outline(calibration: Calibration) -> CameraOutline:
    """Returns the outline of a calibrated board."""
    camera, field, home = calibration.camera, calibration.field, calibration.home
    reading = LocatedReading(camera, field, home, PictureReading({}))
    at = _pixels(camera, [label_spot(reading, place) for place in BACKGAMMON.places])
    rim = [_outside_rim(field, home.number(number + 1)) for number in range(len(POINTS))]
    rims = _pixels(camera, rim)
    return CameraOutline(
        corners=_clockwise(_pixels(camera, [(x, y) for x, y in field.corners.tolist()])),
        lines="".join(_path(camera, line) for line in board_lines(field)),
        point=_point_width(camera, field),
        at=dict(zip(BACKGAMMON.places, at, strict=True)),
        numbers=dict(zip(POINTS, rims, strict=True)),
    )


def _outside_rim(field: FieldGeometry, slot: int) -> tuple[float, float]:
    return field.column(slot), -BEYOND if field.is_top(slot) else field.depth + BEYOND


def _path(camera: BoardCamera, line: BoardLine) -> str:
    pixels = camera.pixels(sample_line(line, STEPS))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in pixels.tolist())


def _pixels(camera: BoardCamera, spots: BoardLine) -> list[Pixel]:
    pixels = camera.pixels(np.array(spots, dtype=np.float64))
    return [Pixel(round(x, 1), round(y, 1)) for x, y in pixels.tolist()]


def _clockwise(corners: Sequence[Pixel]) -> tuple[Pixel, ...]:
    """The corners clockwise from the upper left one, for any orientation of the board."""
    turned = sum(
        one.x * other.y - other.x * one.y
        for one, other in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    ordered = list(corners) if turned > 0 else list(reversed(corners))
    first = min(range(len(ordered)), key=lambda number: ordered[number].x + ordered[number].y)
    return tuple(ordered[first:] + ordered[:first])


def _point_width(camera: BoardCamera, field: FieldGeometry) -> float:
    """The width of a point in pixels, measured across the middle of the board."""
    middle = field.depth / 2
    ends = camera.pixels(np.array([(0.0, middle), (field.width, middle)]))
    return round(float(np.linalg.norm(ends[1] - ends[0])) / field.width, 1)
