"""Where the field of a board and its places are in a picture, as values that need no numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.checkers import BACKGAMMON, POINTS, Place
from service.web.messages.from_page import Pixel
from vision.eye import Eye
from vision.field import Field
from vision.learned import Learned
from vision.overlay import Line, Sight, along, lines, spot
from vision.readings import Reading

STEPS = 8
"""Spots along a straight piece of a line: fewer, for each of them is sent."""
BEYOND = 0.35
"""Widths of a point, from the rim outwards: the numbers of points."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A board in a picture."""

    corners: tuple[Pixel, ...]
    lines: str
    """Rim, bar, and marks between the points, as the path of an SVG."""
    point: float
    """Pixels across a point."""
    at: Mapping[Place, Pixel]
    """Where what lies on each place is written."""
    numbers: Mapping[Place, Pixel]
    """Where the number of each point is."""


def outline(learned: Learned) -> Outline:
    """A board where the camera sees it now."""
    eye, field, home = learned.eye, learned.field, learned.home
    sight = Sight(eye, field, home, Reading({}))
    at = _pixels(eye, [spot(sight, place) for place in BACKGAMMON])
    rims = _pixels(eye, [_beyond(field, home.number(number + 1)) for number in range(len(POINTS))])
    return Outline(
        corners=_around(_pixels(eye, [(x, y) for x, y in field.corners.tolist()])),
        lines="".join(_path(eye, line) for line in lines(field)),
        point=_point(eye, field),
        at=dict(zip(BACKGAMMON, at, strict=True)),
        numbers=dict(zip(POINTS, rims, strict=True)),
    )


def _beyond(field: Field, slot: int) -> tuple[float, float]:
    return field.column(slot), -BEYOND if field.is_top(slot) else field.depth + BEYOND


def _path(eye: Eye, line: Line) -> str:
    seen = eye.pixels(along(line, STEPS))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in seen.tolist())


def _pixels(eye: Eye, spots: Line) -> list[Pixel]:
    seen = eye.pixels(np.array(spots, dtype=np.float64))
    return [Pixel(round(x, 1), round(y, 1)) for x, y in seen.tolist()]


def _around(corners: Sequence[Pixel]) -> tuple[Pixel, ...]:
    """The same from the upper left one on, as the clock goes, however the board is turned."""
    turned = sum(
        one.x * other.y - other.x * one.y
        for one, other in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    ordered = list(corners) if turned > 0 else list(reversed(corners))
    first = min(range(len(ordered)), key=lambda number: ordered[number].x + ordered[number].y)
    return tuple(ordered[first:] + ordered[:first])


def _point(eye: Eye, field: Field) -> float:
    """Across the middle of the board."""
    middle = field.depth / 2
    ends = eye.pixels(np.array([(0.0, middle), (field.width, middle)]))
    return round(float(np.linalg.norm(ends[1] - ends[0])) / field.width, 1)
