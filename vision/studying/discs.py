"""What checkers cover of the plane of their tops."""

from __future__ import annotations

import cv2
import numpy as np

from vision.eye import Eye
from vision.field import Field
from vision.pictures import Mask, Points
from vision.plane import SCALE, shape, to_plane


def tops(field: Field, spots: Points, part: float = 1.0) -> Mask:
    """The tops of checkers on these spots, out to a part of their radius."""
    return _circles(field, spots, field.checker / 2 * part)


def hidden(eye: Eye, field: Field, spots: Points, beside: float) -> Mask:
    """What checkers hide of the ground, their sides and their shadows (in widths) included."""
    mask = np.zeros(shape(field), np.bool_)
    for height in (0.0, field.thickness):
        raised = np.column_stack([spots, np.full(len(spots), height)])
        seen = eye.spots(eye.pixels(raised), field.thickness)
        mask |= _circles(field, seen, field.checker / 2 + beside)
    return mask


def _circles(field: Field, spots: Points, radius: float) -> Mask:
    mask = np.zeros(shape(field), np.uint8)
    for x, y in to_plane(spots):
        middle = round(float(x)), round(float(y))
        cv2.circle(mask, middle, round(radius * SCALE), 1, cv2.FILLED)
    return mask.astype(np.bool_)
