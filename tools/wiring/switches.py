"""Switches and sensors under a checker, seen from the side."""

from collections.abc import Iterator

from tools.wiring.svg_sheet import box, lines, sheet, text

_WIDTH, _HEIGHT = 940, 366
_MM = 3.6
"""Millimetres, as they are drawn."""
_CHECKER, _HIGH = 45.0, 10.0
_MAGNET, _THICK = 10.0, 3.0
_GAP = 9.0
"""From the magnet to the sensor."""
_WOOD = 4.0
_REED = 14.0
_SURFACE = 150


def under_a_slot() -> str:
    """Positions of switches that work, and one that does not."""
    kinds = (
        ("reed, flat, in the middle: NO", "a checker in its place is", "not felt: a dead spot"),
        ("reed, flat, 8 mm beside it", "along the point, towards", "the rim or the middle"),
        ("reed, upright", "under the middle,", "its upper end 9 mm below"),
        ("Hall sensor, flat", "under the middle, the face", "with the print up"),
    )
    parts: list[str] = []
    for order, told in enumerate(kinds):
        middle = 130 + order * 228
        parts += [*_checker(middle), *_sensor(order, middle)]
        parts.append(text((middle, 74), told[0], "m b"))
        parts += [text((middle, 276 + 16 * row), line, "s m") for row, line in enumerate(told[1:])]
    parts += lines(
        (20, 326),
        (
            (
                "8 to 10 mm between the underside of the magnet and the sensor: wood, felt and air "
                "count alike."
            ),
            (
                f"Drawn for a checker of {_CHECKER:g} mm with a magnet of {_MAGNET:g} x {_THICK:g} "
                "mm and a gap of 9 mm."
            ),
        ),
        "f",
    )
    return sheet("Under a slot, from the side", _WIDTH, _HEIGHT, parts)


def _checker(middle: float) -> Iterator[str]:
    """A checker on the board, its magnet at its base."""
    wide, high = _CHECKER * _MM, _HIGH * _MM
    yield box((middle - wide / 2, _SURFACE - high), wide, high, "part", 8)
    yield box((middle - _MAGNET * _MM / 2, _SURFACE - _THICK * _MM), _MAGNET * _MM, _THICK * _MM)
    yield (
        f'<rect class="n5v" x="{middle - _MAGNET * _MM / 2:g}" y="{_SURFACE - _THICK * _MM:g}" '
        f'width="{_MAGNET * _MM:g}" height="{_THICK * _MM:g}"/>'
    )
    yield text((middle, _SURFACE - _THICK * _MM - 6), "magnet", "s m")
    yield box((middle - 104, _SURFACE), 208, _WOOD * _MM, "clear", 0)
    yield text((middle - 88, _SURFACE + 11), "board", "s f")


def _sensor(kind: int, middle: float) -> Iterator[str]:
    y = _SURFACE + _GAP * _MM
    left = middle - 98
    yield (
        f'<path class="ink" d="M{left:g} {_SURFACE:g}V{y:g}M{left - 4:g} {_SURFACE:g}h8'
        f'M{left - 4:g} {y:g}h8"/>'
    )
    yield text((left + 6, y - 2), "8-10 mm", "s")
    if kind == _HALL:
        yield box((middle - 8, y), 16, 10, "chip", 2)
        yield f'<path class="w wother" d="M{middle - 5:g} {y + 10:g}v14m5 -14v14m5 -14v14"/>'
        return
    if kind == _UPRIGHT:
        yield _reed((middle, y + _REED * _MM / 2), upright=True)
        return
    shift = 8 * _MM if kind else 0
    yield _reed((middle + shift, y + 4), upright=False)
    if kind:
        yield f'<path class="ink" d="M{middle:g} {y + 16:g}h{shift:g}m-5 -4l5 4l-5 4"/>'
        yield text((middle + shift / 2, y + 34), "8 mm", "s m")
    else:
        yield (
            f'<path class="w w5v" d="M{middle - 34:g} {y - 14:g}l68 36m0 -36l-68 36" opacity=".8"/>'
        )


_UPRIGHT, _HALL = 2, 3


def _reed(at: tuple[float, float], *, upright: bool) -> str:
    """The glass with its two blades."""
    x, y = at
    turned = f"rotate(90 {x:g} {y:g})" if upright else ""
    half = _REED * _MM / 2
    return (
        f'<g transform="{turned}"><rect class="clear" x="{x - half:g}" y="{y - 4:g}" '
        f'width="{2 * half:g}" height="8" rx="4"/>'
        f'<path class="ink" d="M{x - half - 8:g} {y + 1:g}H{x + 4:g}M{x - 4:g} {y - 2:g}'
        f'H{x + half + 8:g}"/></g>'
    )
