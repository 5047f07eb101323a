"""The board from above: the sensor under each slot, and the lamp at each place."""

from collections.abc import Iterator

from hardware.checkers import POINTS, Colour, Place
from hardware.sensor_map import P5
from tools.board_drawing import BOARD, SPOTS
from tools.wiring.chain import INPUTS
from tools.wiring.svg_sheet import At, box, lines, sheet, text

_SCALE = 1.55
_TOP = 60
_WIDTH = 760
_SLOT = 26.0
"""From the middle of a slot to that of the next; so wide is a checker as well."""
_LAMP_OUT, _NUMBER_OUT = 22.0, 7.0
_RIGHT = 470
"""The left edge of the trays, which are not on the map."""


def board_map() -> str:
    """All slots and all lamps by their numbers."""
    field = [_at(14, 52), _at(_RIGHT - 8, BOARD - 52)]
    (left, top), (right, bottom) = field
    height = _TOP + BOARD * _SCALE + 76
    return sheet(
        "The board from above, the light player at the bottom",
        _WIDTH,
        round(height),
        [
            box((left, top), right - left, bottom - top),
            _strip(),
            *(part for place, span in P5.spans for part in _slots(place, span)),
            *(part for number, place in enumerate(P5.lamps) for part in _lamp(number, place)),
            *lines(
                (20, height - 78),
                (
                    (
                        "Circles: the sensors, by their numbers. "
                        f"Those of one 74HC165 follow each other, {len(INPUTS)} by {len(INPUTS)}."
                    ),
                    (
                        "Squares: the lamps, if there is one at each place; "
                        "the line is the way of the strip's data."
                    ),
                    (
                        "With two lamps at each place the lamps of square n are 2n and 2n + 1; "
                        "with three, 3n to 3n + 2."
                    ),
                    "The numbers at the edge are those of the points.",
                ),
            ),
        ],
    )


def _at(x: float, y: float) -> At:
    return (_WIDTH - (_RIGHT + 8) * _SCALE) / 2 + x * _SCALE, _TOP - 20 + y * _SCALE


def _where(place: Place, out: float) -> At:
    spot = SPOTS[place]
    return _at(spot.x, spot.out(out))


def _lamp_at(place: Place) -> At:
    """The lamps of the bar are further in, where the strip does not pass."""
    return _where(place, _LAMP_OUT if place in POINTS else _NUMBER_OUT)


def _slots(place: Place, span: range) -> Iterator[str]:
    """The slots of a place, from the rim inwards."""
    for slot, cell in enumerate(span):
        x, y = _where(place, -_SLOT * (slot + 0.6))
        yield f'<circle class="clear" cx="{x:g}" cy="{y:g}" r="{_SLOT * _SCALE / 2 - 1.5:g}"/>'
        yield text((x, y + 4), str(cell), "m")
    if place in POINTS:
        x, y = _where(place, _NUMBER_OUT)
        yield text((x, y + 4), str(POINTS.index(place) + 1), "m b")


def _lamp(number: int, place: Place) -> Iterator[str]:
    x, y = _lamp_at(place)
    yield box((x - 12, y - 10), 24, 20, "chip", 4)
    yield text((x, y + 4), str(number), "s m b onchip")


def _strip() -> str:
    """From lamp to lamp; what leads from edge to edge goes around the board."""
    ways = [_lamp_at(place) for place in P5.lamps]
    edge = _at(4, 0)[0]
    path, before = "", P5.lamps[0]
    for place, (x, y) in zip(P5.lamps, ways, strict=True):
        if path and SPOTS[place].half is not SPOTS[before].half:
            path += _around(_lamp_at(before), (x, y), place, edge)
        path += f"{'L' if path else 'M'}{x:g} {y:g}"
        before = place
    return f'<path class="w wlamp" d="{path}"/>'


def _around(start: At, end: At, place: Place, left: float) -> str:
    """By the left edge, or by the right one if it is the first of the bars."""
    if place in POINTS:
        return f"L{left:g} {start[1]:g}L{left:g} {end[1]:g}"
    right = _at(_RIGHT + 2, 0)[0]
    outer = _at(0, SPOTS[place].out(_LAMP_OUT + 14))[1]
    if SPOTS[place].half is Colour.LIGHT:
        return f"L{right:g} {start[1]:g}L{right:g} {outer:g}L{end[0]:g} {outer:g}"
    return ""
