"""Where the field of a board and its places are in a picture, as values that need no numpy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from hardware.checkers import BACKGAMMON, POINTS, Place
from service.web.messages.from_page import Pixel
from vision.eye import Eye
from vision.field import HALF, SLOTS, Field
from vision.learned import Learned
from vision.overlay import Sight, spot
from vision.pictures import Points
from vision.readings import Reading

TICK = 0.4
"""Widths of a point, from the rim inwards: the marks between points."""
STEPS = 8
"""Pieces of a line, for the lens bends it."""
BEYOND = 0.35
"""Widths of a point, from the rim outwards: the numbers of points."""

Line = Sequence[tuple[float, float]]


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
        lines="".join(_path(eye, line) for line in _lines(field)),
        point=_point(eye, field),
        at=dict(zip(BACKGAMMON, at, strict=True)),
        numbers=dict(zip(POINTS, rims, strict=True)),
    )


def _lines(field: Field) -> Iterator[Line]:
    corners = [(x, y) for x, y in field.corners.tolist()]
    yield [*corners, corners[0]]
    for x in (HALF, HALF + field.bar):
        yield [(float(x), 0.0), (float(x), field.depth)]
    for slot in SLOTS:
        x = field.column(slot) - 0.5
        rim, inwards = (0.0, TICK) if field.is_top(slot) else (field.depth, field.depth - TICK)
        yield [(x, rim), (x, inwards)]


def _beyond(field: Field, slot: int) -> tuple[float, float]:
    return field.column(slot), -BEYOND if field.is_top(slot) else field.depth + BEYOND


def _path(eye: Eye, line: Line) -> str:
    steps = np.linspace(0, 1, STEPS)[:, None]
    ends = np.array(line, dtype=np.float64)
    spots: Points = np.concatenate([one + (other - one) * steps for one, other in pairwise(ends)])
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in eye.pixels(spots).tolist())


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
