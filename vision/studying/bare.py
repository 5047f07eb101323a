"""The board without its checkers, what lay under them made up from points of the same look."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.aligning.sampling import sampled
from vision.eye import Eye
from vision.field import SLOTS, Field
from vision.heights import across
from vision.pictures import Mask
from vision.plane import SCALE, Plane
from vision.strips import FACING, PLAIN, TURNING, Kinship, blended, likeness, strip, strips

KINSHIP = Kinship(near=4.0, facing=0.4, kinds=(TURNING, FACING, PLAIN))
"""As much as points of a board tell of each other of which most is seen."""
OFF = 0.35
"""Pixels of the plane by which two pictures of the same may be apart."""
QUIET, LOUD = 3.5, 20.0
"""Least and most noise, as roots."""
NOISY = 2.0
"""How far off a pixel may be, beside how much it differs from those around it."""
AROUND = 1.0
"""Widths of a point over which noise is alike."""
MADE_UP = 5.0
"""How far off at least, as roots, what was not seen may be."""


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """Roots of brightnesses, and how far off they may be."""

    ground: Plane
    spread: Plane


def bare(seen: Plane, on_ground: Plane, eye: Eye, field: Field, hidden: Mask) -> Bare:
    """From the plane of the tops and the plane of the surface, and what checkers hide."""
    made_up, doubt = _made_up(on_ground, hidden_on_ground(eye, field, hidden), field)
    there = across(eye, field, field.thickness, 0.0)
    made_up, doubt = (sampled(plane, there) for plane in (made_up, doubt))
    ground = np.where(hidden[..., None], made_up, seen).astype(np.float32)
    unsure = np.where(hidden, np.maximum(doubt, MADE_UP), 0)
    return Bare(ground, np.hypot(spread(ground, seen, ~hidden), unsure).astype(np.float32))


def spread(ground: Plane, seen: Plane, where: Mask) -> Plane:
    """How far off each pixel of the ground may be, as it was seen where nothing lies."""
    told: Plane = np.hypot(_noise(seen, where), shaken(ground))
    return told


def shaken(ground: Plane) -> Plane:
    """How far off each pixel may be for two pictures of the same may be apart."""
    right, down = cv2.Sobel(ground, cv2.CV_32F, 1, 0), cv2.Sobel(ground, cv2.CV_32F, 0, 1)
    steep: Plane = (np.hypot(right, down) / 8).max(axis=-1)
    return steep * OFF


def hidden_on_ground(eye: Eye, field: Field, hidden: Mask) -> Mask:
    """The same mask in the plane of the surface."""
    there = across(eye, field, 0.0, field.thickness).astype(np.float32)
    moved = cv2.remap(hidden.astype(np.uint8), there, None, cv2.INTER_NEAREST)  # type: ignore[call-overload] # as one map
    return np.asarray(moved).astype(np.bool_)


def _made_up(on_ground: Plane, hidden: Mask, field: Field) -> tuple[Plane, Plane]:
    """Every point as those like it look, and how far those differ."""
    points, seen = strips(on_ground, field), (~strips(hidden, field)).astype(np.float32)
    alike = likeness(points, seen, KINSHIP)
    mean, square = (blended(shown, seen, alike) for shown in (points, points**2))
    doubt = np.sqrt(np.maximum(square - mean**2, 0).mean(axis=-1))
    filled, doubts = on_ground.copy(), np.full(on_ground.shape[:2], LOUD, np.float32)
    for slot, point, unsure in zip(SLOTS, mean, doubt, strict=True):
        strip(filled, field, slot)[:] = point
        strip(doubts, field, slot)[:] = unsure
    filled = np.where(hidden[..., None], filled, on_ground)
    return filled.astype(np.float32), doubts


def _noise(plane: Plane, where: Mask) -> Plane:
    """How much pixels differ from those around them, where nothing lies."""
    smooth = np.stack([cv2.medianBlur(plane[..., i], 3) for i in range(plane.shape[2])], axis=-1)
    off = np.abs(plane - smooth).mean(axis=-1)
    shown = where.astype(np.float32)
    sums = cv2.GaussianBlur(np.stack([off * shown, shown], axis=-1), (0, 0), AROUND * SCALE)
    noise = NOISY * (sums[..., 0] + np.median(off[where]) * 0.01) / (sums[..., 1] + 0.01)
    limited: Plane = np.clip(noise, QUIET, LOUD)
    return limited
