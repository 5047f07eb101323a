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
from vision.weighing.layers import FULL, LONGEST, standing

REJECTED = 1.5
"""What the bare ground says, as a logarithm, where something lies on it."""
AROUND = 0.16
"""Widths of a point around a checker that its side and its shadow take."""
STOUT = 0.5
"""Widths of a point; what is thinner everywhere is a die, a shadow's edge or a rim."""
LEAST = 0.5
"""What a thing takes at least, in squares as wide as a point."""
APART = 0.8
"""Widths of a point between two parts of a hand; where it lies over a rim, it is hardly seen."""
REACHING = 0.5
"""What of a hand is over the field at least, in squares as wide as a point."""
BRIM, TOUCHING = 0.3, 0.3
"""Widths of a point around the field that fingers reach over when they take what lies at the rim;
and what of a hand is there at least, the field included, in squares as wide as a point."""
NEAR = 0.8
"""Widths of a point around a hand where something may be changing."""
REACH, WIDE = 3.0, 1.3
"""How much further than is seen a hand may reach, as skin may look like wood, and how far aside."""
TOUCHED = 0.01
"""The part of a place under or beside a hand from which on it counts as covered."""
HIDDEN = 0.3
"""The part of a checker's spot under a thing from which on it cannot be seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Things:
    """Parts of the plane."""

    hands: Mask
    """Hands, what they may have moved, and what is so near to them that it may be changing."""
    others: Mask
    """Cups and the like."""


def things(evidence: Evidence, inside: Mask, field: Field, checkers: Points) -> Things:
    """What is seen that is no checker, the tops of these being where they were found."""
    ground = np.asarray(cv2.blur(np.clip(evidence.ground, -4, 8), (3, 3)))
    strange = ((ground < REJECTED) & inside).astype(np.uint8)
    radius = round((field.checker / 2 + AROUND) * SCALE)
    for x, y in to_plane(checkers).round().astype(int):
        cv2.circle(strange, (int(x), int(y)), radius, 0, cv2.FILLED)
    stout = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, _round(STOUT)), np.uint8)
    if not stout.any():
        return Things(stout > 0, stout > 0)
    hands, others = _told_apart(stout, inside, field)
    if not hands.any():
        return Things(hands, others)
    return Things(_reached(hands, inside) | _near(others), np.zeros_like(others))


def _told_apart(stout: NDArray[np.uint8], inside: Mask, field: Field) -> tuple[Mask, Mask]:
    """What reaches over the field from outside, and what else is large."""
    joined = cv2.dilate(stout, _round(APART))
    count, labels = cv2.connectedComponents(joined)
    parts = np.where(stout > 0, labels, 0).astype(np.int32)
    sizes = np.bincount(parts.ravel(), minlength=count)
    over, about = (
        np.bincount(_field_of(parts, field, around).ravel(), minlength=count)
        for around in (0.0, BRIM)
    )
    from_outside = np.zeros(count, np.bool_)
    from_outside[np.unique(labels[_outline(inside)])] = True
    reaching = (over > REACHING * SCALE**2) | (about > TOUCHING * SCALE**2)
    are_hands = from_outside & reaching
    are_others = ~are_hands & (sizes > LEAST * SCALE**2)
    are_hands[0] = are_others[0] = False
    return are_hands[parts], are_others[parts]


def _field_of(plane: NDArray[np.int32], field: Field, around: float) -> NDArray[np.int32]:
    """The field, and so much around it."""
    left, top = round((BESIDE - around) * SCALE), round((BEYOND - around) * SCALE)
    deep, wide = (round((side + 2 * around) * SCALE) for side in (field.depth, field.width))
    return plane[top : top + deep, left : left + wide]


def _outline(inside: Mask) -> Mask:
    """Where the picture or the plane ends, a few pixels wide."""
    inner = cv2.erode(inside.astype(np.uint8), np.ones((7, 7), np.uint8), borderValue=0)
    outline: Mask = np.asarray(inner) == 0
    return outline


def _near(these: Mask) -> Mask:
    return np.asarray(cv2.dilate(these.astype(np.uint8), _round(2 * NEAR))).astype(np.bool_)


def _reached(hands: Mask, inside: Mask) -> Mask:
    """Hands, what is near to them, and where their fingers may be."""
    byte = hands.astype(np.uint8)
    near = _near(hands).astype(np.uint8)
    _, parts = cv2.connectedComponents(cv2.dilate(byte, _round(APART)))
    parts = np.where(hands, parts, 0)
    depth = cv2.distanceTransform((~_outline(inside)).astype(np.uint8), cv2.DIST_L2, 3)
    for part in range(1, int(parts.max()) + 1):
        pixels = np.argwhere(parts == part)[:, ::-1]
        entry = pixels[int(depth[pixels[:, 1], pixels[:, 0]].argmin())]
        away = np.linalg.norm(pixels - entry, axis=1)
        tip = pixels[int(away.argmax())]
        end = tip + (tip - entry) / away.max() * REACH * SCALE
        from_tip, to_end = (spot.round().astype(int).tolist() for spot in (tip, end))
        cv2.line(near, from_tip, to_end, 1, round(2 * WIDE * SCALE))
    return near.astype(np.bool_)


def _round(width: float) -> NDArray[np.uint8]:
    across = 2 * round(width * SCALE / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)), np.uint8)


def hidden(things: Things, field: Field) -> Mask:
    """For each point, which of its checkers could not be seen."""
    lying = things.hands | things.others
    if not lying.any():
        return np.zeros((len(SLOTS), LONGEST), np.bool_)
    radius = field.checker / 2 * SCALE
    size = (2 * round(radius) + 1,) * 2
    parts = np.asarray(cv2.blur(lying.astype(np.float32), size))
    at = to_plane(standing(field)).round().astype(int)
    under: Mask = (parts[at[:, 1], at[:, 0]] > HIDDEN).reshape(len(SLOTS), LONGEST)
    return under


def touched(things: Things, field: Field) -> Mask:
    """For each point, whether a hand is over or beside it."""
    if not things.hands.any():
        return np.zeros(len(SLOTS), np.bool_)
    deep = FULL * (field.checker + field.gap)
    tops = [0.0 if field.is_top(slot) else field.depth - deep for slot in SLOTS]
    lefts = [field.column(slot) - 0.5 for slot in SLOTS]
    return np.array(
        [
            _touched(things, left, top, left + 1, top + deep)
            for left, top in zip(lefts, tops, strict=True)
        ]
    )


def touched_bar(things: Things, field: Field) -> bool:
    """Whether a hand is over or beside the bar."""
    wide, middle = max(field.bar, field.checker) / 2, field.width / 2
    return _touched(things, middle - wide, 0, middle + wide, field.depth)


def _touched(things: Things, left: float, top: float, right: float, bottom: float) -> bool:
    rows = slice(round((top + BEYOND) * SCALE), round((bottom + BEYOND) * SCALE))
    columns = slice(round((left + BESIDE) * SCALE), round((right + BESIDE) * SCALE))
    part = things.hands[rows, columns]
    return bool(part.size) and float(part.mean()) > TOUCHED
