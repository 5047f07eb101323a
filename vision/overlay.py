"""What was read of a board, drawn over the picture it was read from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from hardware.checkers import BACKGAMMON, POINTS, Colour, Place, bar, tray
from hardware.sightings import ANYTHING, Sighting
from vision.eye import Eye
from vision.field import HALF, SLOTS, Field
from vision.home import Home
from vision.pictures import Picture, Points
from vision.readings import Reading

Line = Sequence[tuple[float, float]]
"""The spots on the board from which to which it goes."""
Ink = tuple[int, int, int]
"""Blue, green and red."""
FRAME: Ink = (255, 200, 0)
LIGHT: Ink = (255, 255, 255)
DARK: Ink = (30, 30, 30)
SURE: Ink = (80, 220, 80)
UNSURE: Ink = (0, 165, 255)
EMPTY: Ink = (170, 170, 170)
INKS = {Colour.LIGHT: LIGHT, Colour.DARK: DARK}

FONT = cv2.FONT_HERSHEY_SIMPLEX
HIGH, WIDE = 0.34, 0.72
"""Widths of a point; so large a text may be."""
MARGIN, RIM, STROKE = 0.1, 0.05, 0.045
"""Widths of a point: around a text, the rim of its plate, and its strokes."""
BESIDE = 0.7
"""Widths of a point beyond the field where trays are written."""
TICK = 0.4
"""Widths of a point, from the rim inwards: the marks between points."""
STEPS = 12
"""Spots along a straight piece of a line, for the lens bends it."""
ROW_END = 0.3
"""The part of a point's length at which it is written, from the middle of the board."""
APART = 0.2
"""The part of the depth by which what is written of a bar lies above and below the middle."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A reading, and where its places are in the picture."""

    eye: Eye
    field: Field
    home: Home
    reading: Reading


@dataclass(frozen=True, slots=True)
class _Plate:
    """What is written at a place."""

    text: str
    is_sure: bool
    middle: tuple[float, float]
    """Where it is in the picture."""
    point: float
    """Pixels across a point, which it is as large as."""


def overlay(picture: Picture, sight: Sight) -> Picture:
    """The picture with the field, and with every place as it is read, and how surely."""
    drawn = picture.copy()
    thick = max(round(_point(sight) / 25), 1)
    for line in lines(sight.field):
        pixels = sight.eye.pixels(along(line)).round().astype(np.int32)
        cv2.polylines(drawn, [pixels], isClosed=False, color=FRAME, thickness=thick)
    sightings = sight.reading.sightings
    for place in BACKGAMMON:
        _write(drawn, sight, place, sightings.get(place, ANYTHING))
    return drawn


def told(sighting: Sighting, best: tuple[int, int]) -> str:
    """What is written at a place: nothing, a number, or from which number to which."""
    if sighting == ANYTHING:
        return "?"
    if sighting.is_exact:
        return str(sum(best)) if any(best) else ""
    low, high = sighting.total.low, sighting.total.high
    return f"{low}-{high}" if low != high else f"{low}?"


def plates(sighting: Sighting) -> tuple[Ink, ...]:
    """The colours of a plate, from left to right: those of all checkers that may lie there."""
    if sighting == ANYTHING:
        return (EMPTY,)
    return tuple(ink for colour, ink in INKS.items() if sighting[colour].high)


def spot(sight: Sight, place: Place) -> tuple[float, float]:
    """Where on the board, or beside it, a place is written."""
    field, home = sight.field, sight.home
    if place in POINTS:
        slot = home.number(POINTS.index(place) + 1)
        length = field.depth / 2 * (1 - ROW_END)
        return field.column(slot), length if field.is_top(slot) else field.depth - length
    colour = next(one for one in Colour if place in (bar(one), tray(one)))
    at_top = home.is_at_top == (colour is Colour.LIGHT)
    if place == tray(colour):
        y = field.depth / 4 if at_top else field.depth * 3 / 4
        return (field.width + BESIDE if home.is_at_right else -BESIDE), y
    aside = -APART if at_top else APART
    return field.width / 2, field.depth * (0.5 - aside)


def lines(field: Field) -> Iterator[Line]:
    """The rim, the bar, and a mark between every two points."""
    corners = [(float(x), float(y)) for x, y in field.corners]
    yield [*corners, corners[0]]
    for x in (HALF, HALF + field.bar):
        yield [(float(x), 0.0), (float(x), field.depth)]
    for slot in SLOTS:
        x = field.column(slot) - 0.5
        rim, inwards = (0.0, TICK) if field.is_top(slot) else (field.depth, field.depth - TICK)
        yield [(x, rim), (x, inwards)]


def along(line: Line, steps: int = STEPS) -> Points:
    """Spots along a line, so many in each of its pieces that the lens may bend it."""
    ends = np.array(line, dtype=np.float64)
    parts = np.linspace(0, 1, steps)[:, None]
    pieces = [one + (other - one) * parts for one, other in pairwise(ends)]
    return np.concatenate(pieces)


def _point(sight: Sight) -> float:
    """Pixels across a point."""
    return sight.eye.corners(sight.field).width / sight.field.width


def _write(drawn: Picture, sight: Sight, place: Place, sighting: Sighting) -> None:
    """A plate in the colour of the checkers, its rim telling how surely they are told."""
    best = sight.reading.chances[place].best if place in sight.reading.chances else (0, 0)
    text, point = told(sighting, best), _point(sight)
    if not text:
        return
    x, y = (float(at) for at in sight.eye.pixels(np.array([spot(sight, place)]))[0])
    _draw(drawn, _Plate(text, sighting.is_exact, (x, y), point), plates(sighting))


def _draw(drawn: Picture, plate: _Plate, inks: Sequence[Ink]) -> None:
    """A plate with a part in each of these colours."""
    (x, y), point = plate.middle, plate.point
    scale, (wide, high) = _fitting(plate.text, point)
    across, up = wide / 2 + point * MARGIN, high / 2 + point * MARGIN
    rim = SURE if plate.is_sure else UNSURE
    stroke = max(round(point * STROKE), 1)
    for number, ink in enumerate(inks):
        left = max(round(x - across + 2 * across * number / len(inks)), 0)
        part = drawn[:, left:]
        if not part.size:
            break
        one = round(x - across) - left, round(y - up)
        other = round(x + across) - left, round(y + up)
        cv2.rectangle(part, one, other, ink, cv2.FILLED)
        cv2.rectangle(part, one, other, rim, max(round(point * RIM), 1), cv2.LINE_AA)
        at = round(x - wide / 2) - left, round(y + high / 2)
        letters = LIGHT if ink == DARK else DARK
        cv2.putText(part, plate.text, at, FONT, scale, letters, stroke, cv2.LINE_AA)


def _fitting(text: str, point: float) -> tuple[float, tuple[int, int]]:
    """The scale at which a text is as high as it should be and no wider than its point."""
    (wide, high), _ = cv2.getTextSize(text, FONT, 1.0, 1)
    scale = min(point * HIGH / high, point * WIDE / wide)
    return scale, (round(wide * scale), round(high * scale))
