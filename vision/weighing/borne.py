"""Which checkers were borne off and lie beside the board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour
from vision.counting import WAYS, Table, alone
from vision.eye import Eye
from vision.field import Field
from vision.home import Home
from vision.pictures import Mask
from vision.plane import BESIDE, BEYOND, SCALE, shape
from vision.weighing.evidence import Evidence
from vision.weighing.layers import Numbers
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
TOPS = ((3.0, 0), (0.4, 1), (0.05, WAYS))
"""What a way of lying is worth when so many more or fewer tops are seen than should be, at most."""
FLAT, MAKE_OUT = 1.2, 1.3
"""Of the top of a checker, what one that lies flat takes with its shadow; and how much larger what
lies on edge is seen than it is."""
A_PILE = 5
"""Checkers of one pile."""
EDGES = 0.3
"""Of the top of a checker, what all those that stand on edge take beside what each of them does."""
FAINT = 0.2
"""What each takes where hardly more than shadows are seen."""
APART, SEEN_BADLY = 0.3, 0.2
"""How usual it is that they lie flat, apart or in piles each; and on edge, or hardly seen."""
CLOSELY, NEARLY, ROUGHLY = 0.12, 0.15, 0.6
"""How far what is seen of them is off, as a logarithm."""
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
    evidence: Evidence, spots: Spots, inside: Mask, eye: Eye, field: Field, home: Home
) -> dict[Colour, Table]:
    """The weights of checkers of each colour beside the board."""
    columns = _columns(field, home)
    kinds = evidence.ground, evidence.light, evidence.dark
    ground, light, dark = (_gathered(kind, columns) for kind in kinds)
    within = _within(inside)[:, columns]
    new = np.clip((BARE - ground) / (BARE - REJECTED), 0, 1) * within
    top = np.pi * (field.checker / 2 * SCALE) ** 2
    wall, edge = _sides_of_one(eye, field)
    tables = {}
    for colour, own, other, clear_spots in (
        (Colour.LIGHT, light, dark, spots.light),
        (Colour.DARK, dark, light, spots.dark),
    ):
        near, far = _rows(field, home, colour)
        like = new * ((own > other - ALIKE) & (own > -ALIKE))
        clear = new * (own > other + CLEARLY)
        area = float(like[near].sum() + clear[far].sum()) / top
        seen = np.where(within, clear_spots[:, columns], -np.inf)
        tops = sum(_tops(seen[side], field) for side in (near, far))
        tables[colour] = alone(colour, _off(_Seen(area, tops), wall, edge))
    return tables


def _sides_of_one(eye: Eye, field: Field) -> tuple[float, float]:
    """What the side of a checker takes of a picture, in tops: in a pile, and on edge."""
    beside = np.array([(field.width + 1, field.depth / 2, height) for height in (0.0, 1.0)])
    foot, head = eye.spots(eye.pixels(beside * (1, 1, field.thickness)), field.thickness)
    square = np.pi / 4 * field.checker
    return float(np.linalg.norm(head - foot)) / square, MAKE_OUT * field.thickness / square


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


def _columns(field: Field, home: Home) -> slice:
    """What is seen beside the homes."""
    if home.is_at_right:
        return slice(round((BESIDE + field.width + RIM) * SCALE), shape(field)[1])
    return slice(0, round((BESIDE - RIM) * SCALE))


def _gathered(weight: Map, columns: slice) -> Map:
    """What is seen around each pixel of some columns."""
    start = max(columns.start - GRAIN, 0)
    part = np.maximum(weight[:, start : columns.stop + GRAIN], STRANGE)
    around = np.asarray(cv2.blur(part, (GRAIN, GRAIN)), np.float32)
    return around[:, columns.start - start : columns.stop - start]


def _rows(field: Field, home: Home, colour: Colour) -> tuple[slice, slice]:
    """Beside the home of a colour, and beside that of the other."""
    middle = round((BEYOND + field.depth / 2) * SCALE)
    top, bottom = slice(0, middle), slice(middle, None)
    at_top = home.is_at_top == (colour is Colour.LIGHT)
    return (top, bottom) if at_top else (bottom, top)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is seen beside the board of one colour."""

    area: float
    """In tops of checkers."""
    tops: int


def _off(seen: _Seen, wall: float, edge: float) -> NDArray[np.float64]:
    """The weight of each number, the side of one taking so much in a pile, and so much on edge."""
    there = float(np.clip((seen.area - NOTHING) / (SOMETHING - NOTHING), 0, 1))
    area = max(seen.area, SOMETHING)
    numbers = np.arange(1, WAYS, dtype=np.float64)
    beside, piles = np.minimum(numbers, MANY), np.ceil(numbers / A_PILE)
    apart = _fitting(beside, seen.tops) * _usual(area, FLAT * beside, CLOSELY)
    piled = _fitting(piles, seen.tops) * _usual(area, FLAT * piles + wall * numbers, CLOSELY)
    on_edge = _usual(area, EDGES + edge * numbers, NEARLY)
    faint = _usual(area, FAINT * numbers, ROUGHLY)
    usual = APART * (apart + piled) + SEEN_BADLY * (on_edge + faint)
    weights = np.empty(WAYS)
    weights[1:] = UNSEEN + BORNE * there * (usual + OUT_OF_RANGE)
    weights[0] = max(1 - there, LOST * np.exp(-area / SMALL), LEAST)
    return weights


def _fitting(expected: Numbers, tops: int) -> Numbers:
    off = np.abs(expected - min(tops, MANY))
    return np.select([off <= most for _, most in TOPS], [worth for worth, _ in TOPS])


def _usual(area: float, expected: Numbers, off: float) -> Numbers:
    usual: Numbers = np.exp(-((np.log(area / expected) / off) ** 2) / 2) / off
    return usual
