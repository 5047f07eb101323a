"""Detects dice that were thrown or taken up between two pictures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_data import Calibration, square_root_brightness
from vision.field_geometry import FieldGeometry
from vision.occlusion import OcclusionLimits, Raster, disc, segment_occlusions
from vision.picture_arrays import Mask, Picture, Plane, Points
from vision.top_view import BESIDE, BEYOND, SCALE, top_down_map

ComponentStats = NDArray[np.int32]
"""Left, top, width, height and area of a connected piece of a mask, in pixels."""

HANDS = OcclusionLimits(max_gap=0.0, entry_strip=0.05, min_over_field=0.1)
"""The limits of hands at the rim of the field, which dice may touch too."""


@dataclass(frozen=True, slots=True)
class DiceLimits:
    """The limits of dice."""

    min_level_change: float = 14.0
    """Square-root brightness, 0 to 255, by which a changed pixel differs; light changes less."""
    min_size: float = 0.3
    """Widths of a point; the least size of a die, with its shadow."""
    max_size: float = 2.5
    """Widths of a point; the largest size of a pair side by side, with its shadow."""
    min_fill: float = 0.4
    """Fraction of its bounding box that a die fills at least."""
    min_pair_area: float = 0.22
    """Least area, in squares as wide as a point, that changes when a pair comes or goes."""
    min_hand_width: float = 0.5
    """Widths of a point; the least width of the visible part of a hand."""
    hands: OcclusionLimits = HANDS
    """The limits of hands at the rim of the field, which dice may touch too."""
    max_checker_nudge: float = 0.25
    """Widths of a point by which a checker may be nudged without being played."""


def dice_moved(
    before: Picture,
    now: Picture,
    calibration: Calibration,
    checkers: Points,
    limits: DiceLimits = DiceLimits(),
) -> bool:
    """True if dice seem to have moved, and neither checkers nor a hand at the rim of the field."""
    planes = [_surface(picture, calibration) for picture in (before, now)]
    other = np.abs(_without_light(planes[1] - planes[0])).max(axis=2) > limits.min_level_change
    closed = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    other = np.asarray(closed).astype(np.bool_)
    if _hands(other, limits):
        return False
    other &= ~_checker_mask(checkers, calibration.field, limits)
    _, _, pieces, _ = cv2.connectedComponentsWithStats(other.astype(np.uint8), connectivity=8)
    dice = [piece for piece in np.asarray(pieces[1:], np.int32) if _is_dice(piece, limits)]
    return sum(float(piece[-1]) for piece in dice) >= limits.min_pair_area * SCALE**2


def _checker_mask(checkers: Points, field: FieldGeometry, limits: DiceLimits) -> Mask:
    """A mask of where checkers lie or may have been nudged to."""
    rows, columns = round(field.depth * SCALE), round(field.width * SCALE)
    mask = np.zeros((rows, columns), np.uint8)
    radius = round((field.checker / 2 + limits.max_checker_nudge) * SCALE)
    for x, y in (checkers * SCALE - 0.5).round().astype(int).tolist():
        cv2.circle(mask, (x, y), radius, 1, cv2.FILLED)
    return mask.astype(np.bool_)


def _surface(picture: Picture, calibration: Calibration) -> Plane:
    """The field alone from above, as smoothed square roots of brightness."""
    surface = top_down_map(calibration.camera, calibration.field, 0.0)
    plane = square_root_brightness(surface.rectify(picture))
    beyond, beside = round(BEYOND * SCALE), round(BESIDE * SCALE)
    return cv2.GaussianBlur(plane[beyond:-beyond, beside:-beside], (3, 3), 0).astype(np.float32)


def _without_light(change: Plane) -> Plane:
    """The change without that of the light: without the median of large neighbourhoods."""
    small = cv2.resize(change, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    reach = round(SCALE / 4) * 2 + 1
    bytes_of = np.clip(small + 128, 0, 255).astype(np.uint8)
    common = cv2.medianBlur(bytes_of, reach * 2 - 1).astype(np.float32) - 128
    height, width = change.shape[:2]
    return change - cv2.resize(common, (width, height), interpolation=cv2.INTER_LINEAR)


def _hands(changed: Mask, limits: DiceLimits) -> tuple[Mask, ...]:
    """The hands that come or go at the rim of the field."""
    kernel = disc(limits.min_hand_width, SCALE)
    stout = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    everywhere = (slice(None), slice(None))
    raster = Raster(SCALE, np.ones(changed.shape, np.bool_), everywhere, everywhere)
    return segment_occlusions(np.asarray(stout).astype(np.bool_), raster, limits.hands).hands


def _is_dice(piece: ComponentStats, limits: DiceLimits) -> bool:
    """True for a piece of the size and shape of dice."""
    _, _, width, height, area = (float(number) for number in piece)
    low, high = limits.min_size * SCALE, limits.max_size * SCALE
    in_size = low <= min(width, height) and max(width, height) <= high
    return in_size and area >= limits.min_fill * width * height
