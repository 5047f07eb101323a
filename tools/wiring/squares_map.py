"""A board of squares from above: the sensor under each square, and its lamp."""

from collections.abc import Iterator

from hardware.checkers import Place
from hardware.sensor_map import C64
from tools.wiring.chain import INPUTS
from tools.wiring.svg_sheet import At, box, lines, sheet, text

_WIDTH, _HEIGHT = 760, 726
_SIDE = 70
_LEFT, _TOP = 100, 60
_ROWS = 8
_LAMP = (20, -20)
"""From the middle of a square to its lamp."""


def squares_map() -> str:
    """All squares with the numbers of their sensors and lamps."""
    size = _ROWS * _SIDE
    return sheet(
        "The board from above, the light player at the bottom",
        _WIDTH,
        _HEIGHT,
        [
            box((_LEFT - 6, _TOP - 6), size + 12, size + 12),
            *(part for place, span in C64.spans for part in _square(place, span.start)),
            _strip(),
            *(part for number, place in enumerate(C64.lamps) for part in _lamp(number, place)),
            *lines(
                (20, _TOP + size + 48),
                (
                    (
                        "Circles: the sensors, by their numbers. "
                        f"Those of one row hang on one 74HC165, {len(INPUTS)} by {len(INPUTS)}."
                    ),
                    "Small squares: the lamps; the line is the way of the strip's data.",
                    "Filled squares are those on which checkers is played.",
                ),
            ),
        ],
    )


def _middle(place: Place) -> At:
    file, row = "abcdefgh".index(place[0]), int(place[1]) - 1
    return _LEFT + (file + 0.5) * _SIDE, _TOP + (_ROWS - row - 0.5) * _SIDE


def _square(place: Place, cell: int) -> Iterator[str]:
    x, y = _middle(place)
    kind = "part" if place in C64.board.groups["playing"] else "clear"
    yield box((x - _SIDE / 2, y - _SIDE / 2), _SIDE, _SIDE, kind, 0)
    yield f'<circle class="clear" cx="{x:g}" cy="{y:g}" r="14"/>'
    yield text((x, y + 4), str(cell), "m")
    yield text((x - _SIDE / 2 + 4, y + _SIDE / 2 - 5), place, "s f")


def _lamp_at(place: Place) -> At:
    x, y = _middle(place)
    return x + _LAMP[0], y + _LAMP[1]


def _lamp(number: int, place: Place) -> Iterator[str]:
    x, y = _lamp_at(place)
    yield box((x - 11, y - 9), 22, 18, "chip", 4)
    yield text((x, y + 4), str(number), "s m b onchip")


def _strip() -> str:
    """From lamp to lamp, row by row to and fro."""
    ways = [_lamp_at(place) for place in C64.lamps]
    path = "L".join(f"{x:g} {y:g}" for x, y in ways)
    return f'<path class="w wlamp" d="M{path}"/>'
