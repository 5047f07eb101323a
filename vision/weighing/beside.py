"""Which checkers wait on the bar, and which were borne off."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour
from vision.counting import WAYS, Table
from vision.field import Field
from vision.home import Home
from vision.pictures import Mask
from vision.plane import BESIDE, BEYOND, SCALE
from vision.weighing.evidence import Evidence
from vision.weighing.spots import Map, Spots

CLEAR = 0.0
"""What a checker on the bar has to say before it is thought of."""
HIT = 0.03
"""How usual checkers on the bar are."""
ON_TOP = 0.003
"""How usual it is that one more waits than is seen."""
STRAY = 0.15
"""Widths of a point by which a checker on the bar may be beside the middle of it."""
RIM = 0.15
"""Widths of a point around the field that belong to its rim."""


def waiting(spots: Spots, field: Field) -> dict[Colour, Table]:
    """The weights of checkers of each colour on the bar."""
    light, dark = (_strip(weights, field) for weights in (spots.light, spots.dark))
    found: dict[Colour, list[float]] = {colour: [] for colour in Colour}
    reach = round(field.checker * SCALE * 0.9)
    best = np.maximum(light, dark).max(axis=1)
    while best.max() > CLEAR - 2:
        row = int(best.argmax())
        at = int(np.maximum(light[row], dark[row]).argmax())
        colour = Colour.LIGHT if light[row, at] > dark[row, at] else Colour.DARK
        found[colour].append(float(best[row]))
        best[max(row - reach, 0) : row + reach + 1] = -np.inf
    return {colour: _hits(clear, colour) for colour, clear in found.items()}


def _strip(weights: Map, field: Field) -> Map:
    middle = (field.width / 2 + BESIDE) * SCALE
    aside = STRAY * SCALE + max(field.bar - field.checker, 0) / 2 * SCALE
    top, bottom = BEYOND * SCALE, (BEYOND + field.depth) * SCALE
    inset = field.checker / 2 * SCALE
    return weights[
        round(top + inset) : round(bottom - inset),
        round(middle - aside) : round(middle + aside) + 1,
    ]


def _hits(clear: list[float], colour: Colour) -> Table:
    """The weight of each number, each of those found being there or not."""
    weights = np.zeros(WAYS)
    weights[0] = 1
    for value in clear:
        there = HIT * np.exp(np.clip(value - CLEAR, -9, 9))
        weights = weights + there * np.concatenate([[0], weights[:-1]])
    more = weights.copy()
    for _ in range(3):
        more = ON_TOP * np.concatenate([[0], more[:-1]])
        weights = weights + more
    return _of(colour, weights)


def _of(colour: Colour, weights: NDArray[np.float64]) -> Table:
    table = np.zeros((WAYS, WAYS))
    if colour is Colour.LIGHT:
        table[:, 0] = weights
    else:
        table[0] = weights
    return table


BORNE = 0.4
"""How usual borne off checkers are, where something lies where they would."""
UNSEEN = 0.001
"""How usual it is that they lie where nothing is seen."""
NOTHING, SOMETHING = 0.05, 0.13
"""Of the top of a checker, what is seen when none lies there, and when one does, on edge."""
LOST = 0.02
"""How usual it is that something lies there, and no checker."""
SPARSE, DENSE = 0.07, 1.4
"""Of the top of a checker, what one adds that hides behind others, and what one does alone."""
OUT_OF_RANGE = 0.1
"""What a number is worth that what is seen can hardly show."""
BARE, REJECTED = 5.0, -1.0
"""What the bare ground says where nothing lies on it, and where something does."""
STRANGE = -4.0
"""What a pixel says at most against anything."""
ALIKE, CLEARLY = 1.0, 3.0
"""How much a colour may be more like that of the others, and how much more like its own."""
GRAIN = 5
"""Pixels over which what is seen is gathered."""


def borne_off(evidence: Evidence, inside: Mask, field: Field, home: Home) -> dict[Colour, Table]:
    """The weights of checkers of each colour beside the board."""
    kinds = np.stack([evidence.ground, evidence.light, evidence.dark], axis=-1)
    ground, light, dark = np.moveaxis(cv2.blur(np.maximum(kinds, STRANGE), (GRAIN, GRAIN)), -1, 0)
    new = np.clip((BARE - ground) / (BARE - REJECTED), 0, 1) * _within(inside)
    top = np.pi * (field.checker / 2 * SCALE) ** 2
    tables = {}
    for colour, own, other in ((Colour.LIGHT, light, dark), (Colour.DARK, dark, light)):
        near, far = _sides(field, home, colour)
        like = new * ((own > other - ALIKE) & (own > -ALIKE))
        clear = new * (own > other + CLEARLY)
        tables[colour] = _of(colour, _off(float(like[near].sum() + clear[far].sum()) / top))
    return tables


def _within(inside: Mask) -> NDArray[np.bool_]:
    eroded = cv2.erode(inside.astype(np.uint8), np.ones((GRAIN, GRAIN), np.uint8))
    return np.asarray(eroded) > 0


def _sides(field: Field, home: Home, colour: Colour) -> tuple[tuple[slice, slice], ...]:
    """Beside the home of a colour, and beside that of the other."""
    at_right = home in (Home.BOTTOM_RIGHT, Home.TOP_RIGHT)
    right = slice(round((BESIDE + field.width + RIM) * SCALE), None)
    columns = right if at_right else slice(0, round((BESIDE - RIM) * SCALE))
    middle = round((BEYOND + field.depth / 2) * SCALE)
    top, bottom = slice(0, middle), slice(middle, None)
    at_bottom = (home in (Home.BOTTOM_LEFT, Home.BOTTOM_RIGHT)) == (colour is Colour.LIGHT)
    near, far = (bottom, top) if at_bottom else (top, bottom)
    return (near, columns), (far, columns)


def _off(area: float) -> NDArray[np.float64]:
    """The weight of each number, so much of it being seen."""
    there = float(np.clip((area - NOTHING) / (SOMETHING - NOTHING), 0, 1))
    numbers = np.arange(WAYS)
    usual = (numbers * DENSE >= area) & (numbers * SPARSE <= area)
    weights = (UNSEEN + BORNE * there) * np.where(usual, 1, OUT_OF_RANGE)
    weights[0] = max(1 - there, LOST)
    return weights
