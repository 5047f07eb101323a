"""Finds what lies on the bare board but is no checker, and the places that hands hide."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.checkers import Colour, Place, bar
from vision import occlusion
from vision.field_geometry import SLOTS, FieldGeometry, LightHome
from vision.likelihood.checker_evidence import EvidenceLimits, PixelEvidence
from vision.likelihood.stacked_checkers import FULL, LONGEST, expected_spots
from vision.picture_arrays import Mask, Points
from vision.top_view import BESIDE, BEYOND, SCALE, field_to_plane


@dataclass(frozen=True, slots=True)
class CoverLimits:
    """The limits of what covers the board."""

    hands: occlusion.OcclusionLimits = field(default_factory=occlusion.OcclusionLimits)
    """The limits of hands and other occluders."""
    max_covered_log_odds: float = 1.5
    """Log-odds of the bare ground below which something lies on it."""
    checker_margin: float = 0.16
    """Widths of a point around a checker that its side and its shadow take."""
    min_thing_width: float = 0.5
    """Widths of a point; anything thinner is a die, the edge of a shadow or a rim."""
    brim_width: float = 0.3
    """Widths of a point around the field over which fingers reach for a checker at the rim."""
    max_touched_fraction: float = 0.01
    """Fraction of a place under or beside a hand above which the place is covered."""
    max_hidden_fraction: float = 0.3
    """Fraction of a checker's spot under a thing above which the checker cannot be seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """The parts of the plane of the tops in which checkers cannot be seen."""

    hidden: Mask
    """A mask of what hands hide or may be changing, with a margin."""
    others: Mask
    """A mask of other things, such as cups."""


def find_cover(
    evidence: PixelEvidence,
    inside: Mask,
    field: FieldGeometry,
    checkers: Points,
    limits: CoverLimits,
    odds: EvidenceLimits,
) -> Cover:
    """Finds what covers the board; `checkers` are the spots of detected tops to mask out."""
    clipped = np.clip(evidence.ground, odds.min_pixel_log_odds, odds.max_pixel_log_odds)
    ground = np.asarray(cv2.blur(clipped, (3, 3)))
    strange = ((ground < limits.max_covered_log_odds) & inside).astype(np.uint8)
    radius = round((field.checker / 2 + limits.checker_margin) * SCALE)
    for x, y in field_to_plane(checkers).round().astype(int):
        cv2.circle(strange, (int(x), int(y)), radius, 0, cv2.FILLED)
    stout = cv2.morphologyEx(strange, cv2.MORPH_OPEN, occlusion.disc(limits.min_thing_width, SCALE))
    candidates = np.asarray(stout).astype(np.bool_)
    inner, brim = (_field_in_plane(field, around) for around in (0.0, limits.brim_width))
    raster = occlusion.Raster(SCALE, inside, inner, brim)
    occlusions = occlusion.segment_occlusions(candidates, raster, limits.hands)
    return Cover(occlusion.hidden_area(occlusions, raster, limits.hands), occlusions.others)


def _field_in_plane(field: FieldGeometry, around: float) -> tuple[slice, slice]:
    """The rectangle of a plane that shows the field and a margin (widths of a point)."""
    left, top = round((BESIDE - around) * SCALE), round((BEYOND - around) * SCALE)
    deep, wide = (round((side + 2 * around) * SCALE) for side in (field.depth, field.width))
    return slice(top, top + deep), slice(left, left + wide)


def hidden_checkers(cover: Cover, field: FieldGeometry, limits: CoverLimits) -> Mask:
    """A mask of the checkers that could not be seen, by point and position in the row."""
    lying = cover.hidden | cover.others
    if not lying.any():
        return np.zeros((len(SLOTS), LONGEST), np.bool_)
    radius = field.checker / 2 * SCALE
    size = (2 * round(radius) + 1,) * 2
    parts = np.asarray(cv2.blur(lying.astype(np.float32), size))
    at = field_to_plane(expected_spots(field)).round().astype(int)
    hidden = parts[at[:, 1], at[:, 0]] > limits.max_hidden_fraction
    return np.asarray(hidden.reshape(len(SLOTS), LONGEST))


def hidden_places(
    cover: Cover, field: FieldGeometry, home: LightHome, limits: CoverLimits
) -> frozenset[Place]:
    """The points and the halves of the bar that a hand hides or may be changing."""
    if not cover.hidden.any():
        return frozenset()
    deep = FULL * (field.checker + field.gap)
    places = set()
    for slot in SLOTS:
        top = 0.0 if field.is_top(slot) else field.depth - deep
        left = field.column(slot) - 0.5
        if _is_touched(cover.hidden, left, top, left + 1, top + deep, limits):
            places.add(home.place(slot))
    wide, middle = max(field.bar, field.checker) / 2, field.width / 2
    if _is_touched(cover.hidden, middle - wide, 0, middle + wide, field.depth, limits):
        places |= set(map(bar, Colour))
    return frozenset(places)


def _is_touched(
    hidden: Mask, left: float, top: float, right: float, bottom: float, limits: CoverLimits
) -> bool:
    """True if a hand is over or beside a rectangle of the field, in widths of a point."""
    rows = slice(round((top + BEYOND) * SCALE), round((bottom + BEYOND) * SCALE))
    columns = slice(round((left + BESIDE) * SCALE), round((right + BESIDE) * SCALE))
    part = hidden[rows, columns]
    return bool(part.size) and float(part.mean()) > limits.max_touched_fraction
