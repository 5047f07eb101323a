"""Detects checkers that lie on others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.camera_model import BoardCamera
from vision.field_geometry import SLOTS, FieldGeometry
from vision.likelihood.checker_evidence import PixelEvidence
from vision.picture_arrays import Mask, Points, Reals
from vision.top_view import SCALE, field_to_plane

LONGEST = 6
"""Checkers of one row on the board itself, at most."""
FULL = 5
"""Checkers of a row before further ones are stacked on it."""


@dataclass(frozen=True, slots=True)
class StackLimits:
    """The limits and typical values of checkers on others."""

    max_missed: int = 1
    """Checkers of a full row that may not be surely seen."""
    row_offset_sd: float = 0.04
    """Widths of a point; the typical error of the place of a checker in a full row."""
    stack_offset_sd: float = 0.05
    """Widths of a point; the typical offset of a checker from the one beneath it."""
    misplaced_prior: float = 0.003
    """Prior weight of a checker that lies much further off the one beneath."""
    offset_steps: tuple[float, ...] = (-1.3, 0.0, 1.3)
    """Multiples of `row_offset_sd`; tested offsets of the checker beneath, along each axis."""
    max_rim_radius: float = 1.07
    """Radii from a checker's middle beyond which its rim is not seen any more."""
    sampled_radii: tuple[float, float, float] = (1.05, 1.7, 0.065)
    """Radii of a checker at which its surroundings are sampled: from, to and step."""
    sampled_directions: int = 20
    """Directions in which its surroundings are sampled."""
    max_pixel_log_odds: float = 4.0
    """Largest log-odds of one pixel."""
    area_log_odds: float = 5.0
    """Log-odds of an area of one squared radius."""
    max_total_log_odds: float = 5.0
    """Log-odds of all areas together, at most."""
    stacking_factor: float = 0.7
    """Factor of these log-odds, fitted to checkers on boards and on other checkers."""
    stacking_offset: float = -0.6
    """Offset of these log-odds, fitted with the factor."""


@lru_cache(maxsize=4)
def expected_spots(field: FieldGeometry) -> Points:
    """The expected spots of the checkers of all rows, point by point."""
    return np.array([field.spot(slot, number) for slot in SLOTS for number in range(LONGEST)])


@lru_cache(maxsize=4)
def stacking_offsets(camera: BoardCamera, field: FieldGeometry) -> Reals:
    """The offset at which the top of a checker is seen if it stands on another one."""
    spots = expected_spots(field)
    high = np.full((len(spots), 1), 2 * field.thickness)
    seen = camera.spots(camera.pixels(np.hstack([spots, high])), field.thickness)
    return (seen - spots).reshape(len(SLOTS), LONGEST, 2)


@dataclass(frozen=True, slots=True, eq=False)
class DetectedTops:
    """The detected tops, a row for each point and a column for each checker of it."""

    aside: Reals
    """Offsets from the expected spots, in widths of a point."""
    sure: Mask
    """True where a checker surely is."""
    light: Mask
    """True where it is Light's."""


def stacking_log_odds(
    evidence: PixelEvidence,
    tops: DetectedTops,
    camera: BoardCamera,
    field: FieldGeometry,
    limits: StackLimits,
) -> Reals:
    """Log-odds that each checker lies on another one rather than on the board."""
    log_odds = np.zeros(tops.sure.shape)
    full = tops.sure[:, :FULL].sum(axis=1) >= FULL - limits.max_missed
    if not full.any():
        return log_odds
    off = (tops.aside - common_offset(tops))[full].reshape(-1, 2)
    high = stacking_offsets(camera, field)[full].reshape(-1, 2)
    spots = expected_spots(field).reshape(tops.aside.shape)[full] + tops.aside[full]
    middles = field_to_plane(spots.reshape(-1, 2))
    around = _around(evidence, middles, tops.light[full].ravel(), field, limits)
    radius = field.checker / 2
    weights = _weights(off, high, around, radius, limits)
    every = limits.stacking_factor * weights + limits.stacking_offset
    log_odds[full] = every.reshape(-1, LONGEST)
    return log_odds


def common_offset(tops: DetectedTops) -> Reals:
    """The common offset of the checkers, changing linearly over the board."""
    slots, numbers = np.indices(tops.sure.shape)
    x = np.abs(slots - (len(SLOTS) - 1) / 2) / len(SLOTS) - 0.25
    y = np.where(slots < len(SLOTS) // 2, 1, -1) * (LONGEST - numbers) / LONGEST
    rows = np.stack([np.ones_like(x), x, y], axis=-1)
    known, offsets = rows[tops.sure], tops.aside[tops.sure]
    if not len(known):
        return np.zeros_like(tops.aside)
    factors = np.linalg.solve(known.T @ known + np.eye(3), known.T @ offsets)
    return rows @ factors


@lru_cache(maxsize=1)
def _places(limits: StackLimits) -> tuple[Points, Reals]:
    """The sampling positions around a checker in radii, and the area of each."""
    radii = np.arange(*limits.sampled_radii)
    directions = np.arange(limits.sampled_directions) * (2 * np.pi / limits.sampled_directions)
    away, angle = (axis.ravel() for axis in np.meshgrid(radii, directions))
    step = (radii[1] - radii[0]) * (directions[1] - directions[0])
    return np.column_stack([away * np.cos(angle), away * np.sin(angle)]), away * step


def _around(
    evidence: PixelEvidence, middles: Points, light: Mask, field: FieldGeometry, limits: StackLimits
) -> Reals:
    """The log-odds around each checker that its own colour is seen, not the ground."""
    places, _ = _places(limits)
    at = middles[:, None] + places * (field.checker / 2 * SCALE)
    rows, columns = evidence.ground.shape
    x = np.clip(at[..., 0].round().astype(int), 0, columns - 1)
    y = np.clip(at[..., 1].round().astype(int), 0, rows - 1)
    own = np.where(light[:, None], evidence.light[y, x], evidence.dark[y, x])
    most = limits.max_pixel_log_odds
    clearer = np.clip(own, -most, None) - np.clip(evidence.ground[y, x], -most, None)
    return np.asarray(np.clip(clearer, -most, most).astype(np.float64))


def _weights(off: Points, high: Points, around: Reals, radius: float, limits: StackLimits) -> Reals:
    """The log-odds over all positions of the checker beneath, against there being none."""
    _, area = _places(limits)
    downwards = -high / radius
    from_own = _squared_distances(np.zeros((1, *off.shape)), downwards, limits)[0]
    own = from_own > limits.max_rim_radius**2
    shown = around * own * area
    offsets = np.array(limits.offset_steps) * limits.row_offset_sd
    steps = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 1, 2)
    hidden = _squared_distances((steps - off) / radius, downwards, limits) < 1
    most, placing_sd = limits.max_total_log_odds, limits.row_offset_sd
    seen = np.clip(limits.area_log_odds * (shown * hidden).sum(axis=-1), -most, most)
    put = _offset_log_density(off - high - steps, limits.stack_offset_sd, limits)
    every = put + seen - ((steps / placing_sd) ** 2).sum(axis=-1) / 2
    among = np.log(sum(np.exp(-((step / placing_sd) ** 2) / 2) for step in offsets)) * 2
    return np.asarray(
        np.logaddexp.reduce(every, axis=0) - among - _offset_log_density(off, placing_sd, limits)
    )


def _offset_log_density(off: Reals, spread: float, limits: StackLimits) -> Reals:
    """The log density of a checker's offset."""
    usual: Reals = np.log(np.exp(-((off / spread) ** 2).sum(axis=-1) / 2) + limits.misplaced_prior)
    usual -= 2 * np.log(spread)
    return usual


def _squared_distances(tops: Reals, along: Points, limits: StackLimits) -> Reals:
    """The squared distance of each place from the line between a checker's top and foot.

    A row for each position of the tops, and a column for each checker.
    """
    places, _ = _places(limits)
    length = (along**2).sum(axis=-1)[:, None] + np.finfo(float).eps
    ahead = along @ places.T - (tops * along).sum(axis=-1)[..., None]
    part = np.clip(ahead / length, 0, 1)
    from_top = (places**2).sum(axis=-1) - 2 * tops @ places.T + (tops**2).sum(axis=-1)[..., None]
    return np.asarray(from_top + part * (part * length - 2 * ahead))
