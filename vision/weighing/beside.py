"""Which checkers wait on the bar."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour
from vision.counting import WAYS, Table
from vision.field import Field
from vision.plane import BESIDE, BEYOND, SCALE
from vision.weighing.spots import Map, Spots

SEEN = -2.0
"""What a checker on the bar has to say before it is thought of."""
MOST = 9.0
"""What it may say at most, as a logarithm."""
HIT = 0.03
"""How usual checkers on the bar are."""
ON_TOP = 0.003
"""How usual it is that one more waits than is seen."""
STRAY = 0.15
"""Widths of a point by which a checker on the bar may be beside the middle of it."""
SQUARE, BLOCK = 0.38, 40.0
"""How square a checker may look, and what being squarer says for its being the cube."""
ALIKE = 5.0
"""A colour that is so much less likely than the other one is not thought of."""


def waiting(spots: Spots, field: Field) -> dict[Colour, Table]:
    """The weights of checkers of each colour on the bar."""
    square = BLOCK * np.maximum(_strip(spots.squares, field) - SQUARE, 0)
    light, dark = (_strip(weights, field) - square for weights in (spots.light, spots.dark))
    either = np.maximum(light, dark)
    best = either.max(axis=1)
    found: dict[Colour, list[float]] = {colour: [] for colour in Colour}
    reach = round(field.checker * SCALE * 0.9)
    while best.max() > SEEN:
        row = int(best.argmax())
        at = int(either[row].argmax())
        for colour, own in ((Colour.LIGHT, light), (Colour.DARK, dark)):
            if own[row, at] > best[row] - ALIKE:
                found[colour].append(float(own[row, at]))
        best[max(row - reach, 0) : row + reach + 1] = -np.inf
    return {colour: along(colour, _hits(clear)) for colour, clear in found.items()}


def along(colour: Colour, weights: NDArray[np.float64]) -> Table:
    """The weights of each number of one colour, the other one being elsewhere."""
    table = np.zeros((WAYS, WAYS))
    if colour is Colour.LIGHT:
        table[:, 0] = weights
    else:
        table[0] = weights
    return table


def _strip(weights: Map, field: Field) -> Map:
    middle = (field.width / 2 + BESIDE) * SCALE
    aside = STRAY * SCALE + max(field.bar - field.checker, 0) / 2 * SCALE
    top, bottom = BEYOND * SCALE, (BEYOND + field.depth) * SCALE
    inset = field.checker / 2 * SCALE
    return weights[
        round(top + inset) : round(bottom - inset),
        round(middle - aside) : round(middle + aside) + 1,
    ]


def _hits(clear: list[float]) -> NDArray[np.float64]:
    """The weight of each number, each of those found being there or not."""
    weights = np.zeros(WAYS)
    weights[0] = 1
    for value in clear:
        there = HIT * np.exp(np.clip(value, -MOST, MOST))
        weights = weights + there * np.concatenate([[0], weights[:-1]])
    more = weights.copy()
    for _ in range(3):
        more = ON_TOP * np.concatenate([[0], more[:-1]])
        weights = weights + more
    return weights
