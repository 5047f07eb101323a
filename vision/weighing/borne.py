"""Which checkers were borne off and lie beside the board."""

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
from vision.weighing.beside import along
from vision.weighing.evidence import Evidence
from vision.weighing.spots import Map, Spots

RIM = 0.15
"""Widths of a point around the field that belong to its rim."""
BORNE = 0.4
"""How usual borne off checkers are, where something lies where they would."""
UNSEEN = 0.0001
"""How usual it is that they lie where nothing is seen."""
NOTHING, SOMETHING = 0.05, 0.13
"""Of the top of a checker, what is seen when none lies there, and when one does, on edge."""
LOST, SMALL, LEAST = 0.15, 1.0, 0.002
"""How usual it is that something lies there, and no checker; how large such things are, in tops;
and how usual it is that they are much larger."""
APART, PILED, FAINT = (1.25, 0.12, 0.3), (0.45, 0.35, 0.5), (0.2, 0.6, 0.2)
"""Of the top of a checker, what each one adds where they lie apart, where they lie in piles or on
edge, and where hardly more than shadows are seen; how far off that may be, as a part of it; and
how usual it is."""
TOPS = ((3.0, 0), (0.4, 1), (0.05, WAYS))
"""What lying apart is worth when so many more or fewer tops are seen than should be, at most."""
MANY = 10
"""Beyond so many checkers that lie apart, the next ones lie on them."""
TOP = 2.0
"""What a spot has to say, as a logarithm, to be counted as a top."""
OUT_OF_RANGE = 0.01
"""What a number is worth that what is seen can hardly show."""
BARE, REJECTED = 5.0, -1.0
"""What the bare ground says where nothing lies on it, and where something does."""
STRANGE = -4.0
"""What a pixel says at most against anything."""
ALIKE, CLEARLY = 1.0, 3.0
"""How much a colour may be more like that of the others, and how much more like its own."""
GRAIN = 5
"""Pixels over which what is seen is gathered."""


def borne_off(
    evidence: Evidence, spots: Spots, inside: Mask, field: Field, home: Home
) -> dict[Colour, Table]:
    """The weights of checkers of each colour beside the board."""
    kinds = np.stack([evidence.ground, evidence.light, evidence.dark], axis=-1)
    ground, light, dark = np.moveaxis(cv2.blur(np.maximum(kinds, STRANGE), (GRAIN, GRAIN)), -1, 0)
    within = _within(inside)
    new = np.clip((BARE - ground) / (BARE - REJECTED), 0, 1) * within
    top = np.pi * (field.checker / 2 * SCALE) ** 2
    tables = {}
    for colour, own, other, clear_spots in (
        (Colour.LIGHT, light, dark, spots.light),
        (Colour.DARK, dark, light, spots.dark),
    ):
        near, far = _sides(field, home, colour)
        like = new * ((own > other - ALIKE) & (own > -ALIKE))
        clear = new * (own > other + CLEARLY)
        area = float(like[near].sum() + clear[far].sum()) / top
        seen = np.where(within, clear_spots, -np.inf)
        tops = sum(_tops(seen[side], field) for side in (near, far))
        tables[colour] = along(colour, _off(area, tops))
    return tables


def _tops(weights: Map, field: Field) -> int:
    """How many tops of checkers are seen."""
    left, count = weights.copy(), 0
    reach = round(field.checker * SCALE * 0.75)
    while left.size and left.max() > TOP:
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        left[
            max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1
        ] = -np.inf
        count += 1
    return count


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


def _off(area: float, tops: int) -> NDArray[np.float64]:
    """The weight of each number, so much of it and so many tops being seen."""
    there = float(np.clip((area - NOTHING) / (SOMETHING - NOTHING), 0, 1))
    numbers = np.maximum(np.arange(WAYS), 1)
    area = max(area, SOMETHING)
    beside = np.minimum(numbers, MANY)
    off = np.abs(beside - min(tops, MANY))
    fitting = np.select([off <= most for _, most in TOPS], [worth for worth, _ in TOPS])
    usual = fitting * _usual(area / beside, *APART)
    usual += _usual(area / numbers, *PILED) + _usual(area / numbers, *FAINT)
    weights: NDArray[np.float64] = UNSEEN + BORNE * there * (usual + OUT_OF_RANGE)
    weights[0] = max(1 - there, LOST * np.exp(-area / SMALL), LEAST)
    return weights


def _usual(each: NDArray[np.float64], part: float, off: float, share: float) -> NDArray[np.float64]:
    usual: NDArray[np.float64] = share / off * np.exp(-((np.log(each / part) / off) ** 2) / 2)
    return usual
