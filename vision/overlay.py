"""Draws a reading over the picture that it was read from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from hardware.checkers import BACKGAMMON, POINTS, Colour, Place, bar, tray
from hardware.observations import UNKNOWN_SIGHTING, Sighting
from vision.camera_model import BoardCamera
from vision.field_geometry import HALF, SLOTS, FieldGeometry, LightHome
from vision.picture_arrays import Picture, Points
from vision.picture_reading import PictureReading

BoardLine = Sequence[tuple[float, float]]
"""A polyline of spots on the board."""
InkColour = tuple[int, int, int]
"""Blue, green and red, from 0 to 255."""
FRAME: InkColour = (255, 200, 0)
LIGHT: InkColour = (255, 255, 255)
DARK: InkColour = (30, 30, 30)
SURE: InkColour = (80, 220, 80)
UNSURE: InkColour = (0, 165, 255)
EMPTY: InkColour = (170, 170, 170)
INKS = {Colour.LIGHT: LIGHT, Colour.DARK: DARK}

FONT = cv2.FONT_HERSHEY_SIMPLEX
MAX_TEXT_HEIGHT = 0.34
"""Widths of a point; the largest height of a text."""
MAX_TEXT_WIDTH = 0.72
"""Widths of a point; the largest width of a text."""
TEXT_MARGIN = 0.1
"""Widths of a point around a text, within its plate."""
RIM_THICKNESS = 0.05
"""Widths of a point; the thickness of a plate's rim."""
STROKE_THICKNESS = 0.045
"""Widths of a point; the thickness of the strokes of a text."""
BESIDE = 0.7
"""Widths of a point beyond the field at which trays are labelled."""
LINES_PER_POINT = 25
"""Lines of the board that would fill the width of a point."""
TICK = 0.4
"""Widths of a point; the length of the marks between points, from the rim inwards."""
STEPS = 12
"""Spots along a straight piece of a line, which the lens bends in the picture."""
ROW_END = 0.3
"""Fraction of a point's length, from the middle of the board, at which it is labelled."""
APART = 0.2
"""Fraction of the depth by which labels of the bar lie above and below the middle."""


@dataclass(frozen=True, slots=True, eq=False)
class LocatedReading:
    """A reading, with the camera and geometry that locate its places in the picture."""

    camera: BoardCamera
    field: FieldGeometry
    home: LightHome
    reading: PictureReading


@dataclass(frozen=True, slots=True)
class _Label:
    """The label of a place."""

    text: str
    is_sure: bool
    middle: tuple[float, float]
    """The middle of the label, in pixels."""
    point: float
    """Width of a point in pixels, which the label's size follows."""


def draw_overlay(picture: Picture, sight: LocatedReading) -> Picture:
    """Returns a copy of the picture with the field and a label for every place drawn over it."""
    drawn = picture.copy()
    thick = max(round(_point(sight) / LINES_PER_POINT), 1)
    for line in board_lines(sight.field):
        pixels = sight.camera.pixels(sample_line(line)).round().astype(np.int32)
        cv2.polylines(drawn, [pixels], isClosed=False, color=FRAME, thickness=thick)
    sightings = sight.reading.sightings
    for place in BACKGAMMON.places:
        _write(drawn, sight, place, sightings.get(place, UNKNOWN_SIGHTING))
    return drawn


def label_text(sighting: Sighting, best: tuple[int, int]) -> str:
    """The label of a place: empty, a number, or a range of numbers."""
    if sighting == UNKNOWN_SIGHTING:
        return "?"
    if sighting.is_exact:
        return str(sum(best)) if any(best) else ""
    low, high = sighting.total.low, sighting.total.high
    return f"{low}-{high}" if low != high else f"{low}?"


def label_colours(sighting: Sighting) -> tuple[InkColour, ...]:
    """The colours of a label, left to right: those of all checkers that may lie there."""
    if sighting == UNKNOWN_SIGHTING:
        return (EMPTY,)
    return tuple(ink for colour, ink in INKS.items() if sighting[colour].high)


def label_spot(sight: LocatedReading, place: Place) -> tuple[float, float]:
    """The spot on the board, or beside it, where a place is labelled."""
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


def board_lines(field: FieldGeometry) -> Iterator[BoardLine]:
    """The lines of a board: its rim, its bar, and a mark between every two points."""
    corners = [(float(x), float(y)) for x, y in field.corners]
    yield [*corners, corners[0]]
    for x in (HALF, HALF + field.bar):
        yield [(float(x), 0.0), (float(x), field.depth)]
    for slot in SLOTS:
        x = field.column(slot) - 0.5
        rim, inwards = (0.0, TICK) if field.is_top(slot) else (field.depth, field.depth - TICK)
        yield [(x, rim), (x, inwards)]


def sample_line(line: BoardLine, steps: int = STEPS) -> Points:
    """Spots along a line, `steps` in each of its pieces, so that the lens can bend it."""
    ends = np.array(line, dtype=np.float64)
    parts = np.linspace(0, 1, steps)[:, None]
    pieces = [one + (other - one) * parts for one, other in pairwise(ends)]
    return np.concatenate(pieces)


def _point(sight: LocatedReading) -> float:
    """The width of a point in pixels."""
    return sight.camera.corners(sight.field).width / sight.field.width


def _write(drawn: Picture, sight: LocatedReading, place: Place, sighting: Sighting) -> None:
    """Draws the label of a place; its rim shows whether the claim is exact."""
    best = sight.reading.chances[place].best if place in sight.reading.chances else (0, 0)
    text, point = label_text(sighting, best), _point(sight)
    if not text:
        return
    x, y = (float(at) for at in sight.camera.pixels(np.array([label_spot(sight, place)]))[0])
    _draw(drawn, _Label(text, sighting.is_exact, (x, y), point), label_colours(sighting))


def _draw(drawn: Picture, plate: _Label, inks: Sequence[InkColour]) -> None:
    """Draws a label with one part in each of these colours."""
    (x, y), point = plate.middle, plate.point
    scale, (wide, high) = _font_scale(plate.text, point)
    across, up = wide / 2 + point * TEXT_MARGIN, high / 2 + point * TEXT_MARGIN
    rim = SURE if plate.is_sure else UNSURE
    stroke = max(round(point * STROKE_THICKNESS), 1)
    for number, ink in enumerate(inks):
        left = max(round(x - across + 2 * across * number / len(inks)), 0)
        part = drawn[:, left:]
        if not part.size:
            break
        one = round(x - across) - left, round(y - up)
        other = round(x + across) - left, round(y + up)
        cv2.rectangle(part, one, other, ink, cv2.FILLED)
        cv2.rectangle(part, one, other, rim, max(round(point * RIM_THICKNESS), 1), cv2.LINE_AA)
        at = round(x - wide / 2) - left, round(y + high / 2)
        letters = LIGHT if ink == DARK else DARK
        cv2.putText(part, plate.text, at, FONT, scale, letters, stroke, cv2.LINE_AA)


def _font_scale(text: str, point: float) -> tuple[float, tuple[int, int]]:
    """The font scale at which a text fits its height and its point, and its size in pixels."""
    (wide, high), _ = cv2.getTextSize(text, FONT, 1.0, 1)
    scale = min(point * MAX_TEXT_HEIGHT / high, point * MAX_TEXT_WIDTH / wide)
    return scale, (round(wide * scale), round(high * scale))
