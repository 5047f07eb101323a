"""What a net is told of a position: a few numbers for each of its 28 counts."""

from __future__ import annotations

from engine.backgammon.places import FIELDS, POINTS
from engine.backgammon.position import CHECKERS

BY_POINT = 8
INPUTS = POINTS * BY_POINT + FIELDS - POINTS
BAR_SCALE, OFF_SCALE = 1 / 2, 1 / CHECKERS
"""How much one checker on a bar or in a tray counts."""
SCALES = (BAR_SCALE, BAR_SCALE, OFF_SCALE, OFF_SCALE)


def units(count: int) -> tuple[float, ...]:
    """A point as a blot, a made one, a spare and more; first for the mover, then for the other."""
    return (*_side(count), *_side(-count))


def _side(count: int) -> tuple[float, ...]:
    return (count == 1, count > 1, count > 2, max(0, count - 3) / 2)  # noqa: PLR2004 - the rule
