"""What is neither board nor checker: hands, which reach in from outside, and what lies there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.field import SLOTS, Field
from vision.pictures import Mask, Points
from vision.plane import BESIDE, BEYOND, SCALE, to_plane
from vision.weighing.evidence import Evidence
from vision.weighing.layers import LONGEST, standing

REJECTED = 0.0
"""What the bare ground says where something lies on it."""
AROUND = 0.16
"""Widths of a point around a checker that its side and its shadow take."""
STOUT = 0.62
"""Widths of a point; what is thinner everywhere is a die, a cube, a shadow's edge or a rim."""
LEAST = 0.5
"""What a thing takes at least, in squares as wide as a point."""
NEAR = 0.45
"""Widths of a point around a hand where something may be changing just now."""
TOUCHED = 0.04
"""The part of a place under or beside a hand from which on it counts as covered."""
HIDDEN = 0.3
"""The part of a checker's spot under a thing from which on it cannot be seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Things:
    """Parts of the plane."""

    hands: Mask
    """Hands, and what is so near to them that it may be changing."""
    others: Mask
    """Cups and the like."""


def things(evidence: Evidence, inside: Mask, field: Field, checkers: Points) -> Things:
    """What is seen that is no checker, the tops of these being where they were found."""
    ground = cv2.blur(np.clip(evidence.ground, -4, 8), (3, 3))
    strange = ((np.asarray(ground) < REJECTED) & inside).astype(np.uint8)
    radius = round((field.checker / 2 + AROUND) * SCALE)
    for x, y in to_plane(checkers).round().astype(int):
        cv2.circle(strange, (int(x), int(y)), radius, 0, cv2.FILLED)
    stout = cv2.morphologyEx(strange, cv2.MORPH_OPEN, _round(STOUT))
    return _told(np.asarray(stout), inside)


def _told(stout: NDArray[np.uint8], inside: Mask) -> Things:
    count, parts, stats, _ = cv2.connectedComponentsWithStats(stout)
    edge = ~np.asarray(
        cv2.erode(inside.astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=0)
    ).astype(np.bool_)
    outside = set(np.unique(parts[edge]).tolist())
    large = [at for at in range(1, count) if stats[at, cv2.CC_STAT_AREA] > LEAST * SCALE**2]
    hands = np.isin(parts, [at for at in large if at in outside])
    others = np.isin(parts, [at for at in large if at not in outside])
    near = cv2.dilate(hands.astype(np.uint8), _round(2 * NEAR))
    return Things(np.asarray(near).astype(np.bool_), others)


def _round(width: float) -> NDArray[np.uint8]:
    across = 2 * round(width * SCALE / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)), np.uint8)


def hidden(things: Things, field: Field) -> NDArray[np.bool_]:
    """For each point, which of its checkers could not be seen."""
    radius = field.checker / 2 * SCALE
    size = (2 * round(radius) + 1,) * 2
    either = (things.hands | things.others).astype(np.float32)
    parts = np.asarray(cv2.blur(either, size))
    at = to_plane(standing(field)).round().astype(int)
    under: NDArray[np.bool_] = (parts[at[:, 1], at[:, 0]] > HIDDEN).reshape(len(SLOTS), LONGEST)
    return under


def touched(things: Things, field: Field) -> list[bool]:
    """For each point, whether a hand is over or beside it."""
    deep = 5 * (field.checker + field.gap)
    touching = []
    for slot in SLOTS:
        left = field.column(slot) - 0.5
        top = 0.0 if field.is_top(slot) else field.depth - deep
        touching.append(_touched(things, left, top, left + 1, top + deep))
    return touching


def touched_bar(things: Things, field: Field) -> bool:
    """Whether a hand is over or beside the bar."""
    wide = max(field.bar, field.checker) / 2
    middle = field.width / 2
    return _touched(things, middle - wide, 0, middle + wide, field.depth)


def _touched(things: Things, left: float, top: float, right: float, bottom: float) -> bool:
    rows = slice(round((top + BEYOND) * SCALE), round((bottom + BEYOND) * SCALE))
    columns = slice(round((left + BESIDE) * SCALE), round((right + BESIDE) * SCALE))
    part = things.hands[rows, columns]
    return bool(part.size) and float(part.mean()) > TOUCHED
