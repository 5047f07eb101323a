"""Which checkers wait on the bar."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour
from vision.counting import WAYS, Table, alone
from vision.field import Field
from vision.plane import BESIDE, BEYOND, SCALE
from vision.weighing.circles import squares
from vision.weighing.rows import bounded
from vision.weighing.spots import Map, Spots

SEEN = -4.0
"""What a checker on the bar has to say before it is thought of."""
HIT, ANOTHER = 0.04, 0.3
"""How usual a checker on the bar is, and one more where there is one."""
ON_TOP = 0.003
"""How usual it is that one more waits than is seen."""
STRAY = 0.15
"""Widths of a point by which a checker on the bar may be beside the middle of it."""
SQUARE, BLOCK = 0.38, 40.0
"""How square a checker may look, and what being squarer says for its being the cube."""
AROUND = 1.3
"""Widths of a point around a spot over which something square is seen as such."""

_ONE = np.add.outer(np.arange(WAYS), np.arange(WAYS)) == 1
"""Where a table tells of a single checker."""

Kind = TypeVar("Kind", bound=np.generic)


def on_bar(spots: Spots, field: Field) -> Table:
    """The weights of so many of Light's and so many of Dark's on the bar."""
    square = BLOCK * np.maximum(_squares(spots, field) - SQUARE, 0)
    light, dark = (_strip(weights, field) - square for weights in (spots.light, spots.dark))
    either = np.maximum(light, dark)
    best = either.max(axis=1)
    table = np.zeros((WAYS, WAYS))
    table[0, 0] = 1
    reach = round(field.checker * SCALE * 0.9)
    while best.max() > SEEN:
        row = int(best.argmax())
        at = int(either[row].argmax())
        one, other = bounded(light[row, at], dark[row, at])
        more = np.exp(one) * _more(table, 0) + np.exp(other) * _more(table, 1)
        table = table + np.where(_ONE, HIT, ANOTHER) * more
        best[max(row - reach, 0) : row + reach + 1] = -np.inf
    hidden = sum(_more(table, axis) for axis in (0, 1))
    return table + ON_TOP * hidden


def waiting(spots: Spots, field: Field) -> dict[Colour, Table]:
    """The weights of each colour by itself."""
    table = on_bar(spots, field)
    light, dark = table.sum(axis=1), table.sum(axis=0)
    return {Colour.LIGHT: alone(Colour.LIGHT, light), Colour.DARK: alone(Colour.DARK, dark)}


def _more(table: Table, axis: int) -> Table:
    """The same with one checker more of a colour."""
    more = np.roll(table, 1, axis=axis)
    np.moveaxis(more, axis, 0)[0] = 0
    return more


def _squares(spots: Spots, field: Field) -> Map:
    """How much what lies around each pixel is a block and no checker, from 0 to 1."""
    reach = round(AROUND * SCALE / 2)
    across, aslant = (_strip(edge, field, reach) for edge in spots.edges)
    square = squares((across, aslant), _strip(spots.new, field, reach), AROUND * SCALE)
    return square[reach:-reach, reach:-reach]


def _strip(plane: NDArray[Kind], field: Field, reach: int = 0) -> NDArray[Kind]:
    """The part of a plane where the bar is, and so many pixels around it."""
    middle = (field.width / 2 + BESIDE) * SCALE
    aside = STRAY * SCALE + max(field.bar - field.checker, 0) / 2 * SCALE
    top, bottom = BEYOND * SCALE, (BEYOND + field.depth) * SCALE
    inset = field.checker / 2 * SCALE
    return plane[
        round(top + inset) - reach : round(bottom - inset) + reach,
        round(middle - aside) - reach : round(middle + aside) + 1 + reach,
    ]
