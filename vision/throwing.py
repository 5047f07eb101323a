"""Whether dice on the board were thrown or taken up between two pictures of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.field import Field
from vision.learned import Learned
from vision.looks import rooted
from vision.pictures import Mask, Picture, Points
from vision.plane import BESIDE, BEYOND, SCALE, Plane, above

Piece = NDArray[np.int32]

OTHER = 14.0
"""Brightness by which a pixel has to differ, of 255; light changes less from one to the next."""
LEAST, MOST = 0.3, 2.5
"""Widths of a point across what may be a die, or a pair side by side, its shadow with it."""
FULL = 0.4
"""The part of the square around it that it fills at least."""
PAIR = 0.22
"""Squares as wide as a point that are other than before where a pair of dice has come or gone."""
STOUT = 0.5
"""Widths of a point across, at least, what is seen of a hand that has come or gone."""
NUDGED = 0.25
"""Widths of a point by which a checker may be pushed aside without being played."""


def thrown(before: Picture, now: Picture, learned: Learned, checkers: Points) -> bool:
    """Whether what may be dice is elsewhere, while the checkers lie on the same spots as before."""
    planes = [_surface(picture, learned) for picture in (before, now)]
    other = np.abs(_without_light(planes[1] - planes[0])).max(axis=2) > OTHER
    other = _closed(other)
    if any(_reaches(piece, other.shape) for piece in _pieces(other)):
        return False
    dice = [piece for piece in _pieces(other & ~_under(checkers, learned.field)) if _is_dice(piece)]
    return sum(float(piece[-1]) for piece in dice) >= PAIR * SCALE**2


def _closed(other: Mask) -> Mask:
    """The same without the gaps within a die."""
    closed = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    return np.asarray(closed).astype(np.bool_)


def _under(checkers: Points, field: Field) -> Mask:
    """Where checkers lie, or may be pushed to."""
    rows, columns = round(field.depth * SCALE), round(field.width * SCALE)
    mask = np.zeros((rows, columns), np.uint8)
    radius = round((field.checker / 2 + NUDGED) * SCALE)
    for x, y in (checkers * SCALE - 0.5).round().astype(int).tolist():
        cv2.circle(mask, (x, y), radius, 1, cv2.FILLED)
    return mask.astype(np.bool_)


def _surface(picture: Picture, learned: Learned) -> Plane:
    """The field alone, from above."""
    plane = rooted(above(learned.eye, learned.field, 0.0).of(picture))
    beyond, beside = round(BEYOND * SCALE), round(BESIDE * SCALE)
    return cv2.GaussianBlur(plane[beyond:-beyond, beside:-beside], (3, 3), 0).astype(np.float32)


def _without_light(change: Plane) -> Plane:
    """A change but for what large pieces have in common."""
    small = cv2.resize(change, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    reach = round(SCALE / 4) * 2 + 1
    bytes_of = np.clip(small + 128, 0, 255).astype(np.uint8)
    common = cv2.medianBlur(bytes_of, reach * 2 - 1).astype(np.float32) - 128
    height, width = change.shape[:2]
    rest: Plane = change - cv2.resize(common, (width, height), interpolation=cv2.INTER_LINEAR)
    return rest


def _pieces(other: Mask) -> Piece:
    """One row for each piece: left, top, width, height and how many pixels."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(other.astype(np.uint8), connectivity=8)
    return np.asarray(stats[1:], np.int32)


def _reaches(piece: Piece, size: tuple[int, ...]) -> bool:
    """Whether it is more than a shadow and goes on beyond the field, as a hand does."""
    left, top, width, height, area = (float(number) for number in piece)
    at_rim = min(left, top) == 0 or left + width == size[1] or top + height == size[0]
    stout = min(width, height) >= STOUT * SCALE and area >= FULL * width * height
    return at_rim and stout


def _is_dice(piece: Piece) -> bool:
    _, _, width, height, area = (float(number) for number in piece)
    low, high = LEAST * SCALE, MOST * SCALE
    in_size = low <= min(width, height) and max(width, height) <= high
    return in_size and area >= FULL * width * height
