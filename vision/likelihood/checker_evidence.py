"""Log-odds of pixels and spots for ground and checkers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from vision import top_view
from vision.calibration_data import QUARTERS, WHITE, Appearance, colour_index
from vision.field_geometry import FieldGeometry
from vision.likelihood.illumination import Illumination
from vision.picture_arrays import Mask, Plane


@dataclass(frozen=True, slots=True)
class EvidenceLimits:
    """The limits and weights of pixels and spots; the weights were fitted to many boards."""

    filters: top_view.FilterLimits = field(default_factory=top_view.FilterLimits)
    """The limits of rims and discs."""
    change_prior: float = 0.01
    """Probability that the bare board shows something new."""
    pixel_light_error: float = 0.05
    """Relative error of the light for a single pixel."""
    colour_sd: float = 2.5
    """Square-root brightness by which a pixel's colour may be off at its brightness."""
    colour_spread_fraction: float = 0.6
    """Fraction of a pixel's spread by which its colour may be off."""
    min_pixel_log_odds: float = -4.0
    """Log-odds of one pixel, at least."""
    max_pixel_log_odds: float = 8.0
    """Log-odds of one pixel, at most."""
    clear_rim_score: float = 0.45
    """Rim score from 0 to 1 above which a rim hardly belongs to anything but a checker."""
    ground_weight: float = -0.65
    """Plane of the bare ground, in log-odds of a spot for each of a pixel."""
    unlike_colour_weight: float = 2.9
    """Plane of a colour unlike the checker's, in log-odds of a spot for each of a pixel."""
    other_colour_weight: float = 1.35
    """Plane of the other player's colour, in log-odds of a spot for each of a pixel."""
    rim_weight: float = 12.3
    """Log-odds for a rim that is seen all around."""
    clear_rim_weight: float = 9.3
    """Log-odds for each unit of the rim score above `clear_rim_score`."""
    printed_rim_weight: float = -4.7
    """Log-odds for a rim that is printed on the board."""
    spot_offset: float = -3.4
    """Offset of the log-odds of a spot."""
    max_covered_log_odds: float = 0.0
    """Log-odds of the bare ground below which something lies on it."""


COLOURS = 3
"""Channels of a pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class PixelEvidence:
    """Log-odds of each pixel for bare ground, Light's or Dark's checkers, against anything else."""

    ground: Plane
    light: Plane
    dark: Plane
    even: Plane
    """Square roots of brightness, converted to the light of the calibration."""


def pixel_evidence(
    seen: Plane, appearance: Appearance, light: Illumination, limits: EvidenceLimits
) -> PixelEvidence:
    """Computes the evidence of each pixel."""
    even = light.normalize(seen)
    ground = _ground(even, appearance, light, limits)
    shades = colour_index(even)
    return PixelEvidence(ground, appearance.light.take(shades), appearance.dark.take(shades), even)


def _ground(
    even: Plane, appearance: Appearance, light: Illumination, limits: EvidenceLimits
) -> Plane:
    fixed = _precompute(appearance, limits)
    off = np.asarray(cv2.subtract(even, appearance.ground, dtype=cv2.CV_32F), np.float32)
    bright = top_view.sum_channels(off) / COLOURS
    paler = top_view.sum_channels(off * off) - COLOURS * bright**2
    doubt = fixed.square + (light.doubt**2 + np.float32(limits.pixel_light_error**2)) * fixed.level
    square = bright**2 / doubt + paler / fixed.colour
    odds = fixed.scale / np.sqrt(doubt) * np.exp(-0.5 * square) + np.float32(limits.change_prior)
    return np.log(odds)


@dataclass(frozen=True, slots=True, eq=False)
class _Precomputed:
    """Precomputed values that are the same for every picture."""

    square: Plane
    """Variance of each pixel."""
    colour: Plane
    """Variance of its colour."""
    level: Plane
    """Squared brightness of the ground."""
    scale: Plane
    """Factor from the density of a colour to its odds against any colour."""


@lru_cache(maxsize=4)
def _precompute(appearance: Appearance, limits: EvidenceLimits) -> _Precomputed:
    square = (appearance.spread.astype(np.float32) / np.float32(QUARTERS)) ** 2
    colour = square * limits.colour_spread_fraction**2 + limits.colour_sd**2
    level = appearance.ground.mean(axis=2) ** 2
    any_colour = WHITE**COLOURS / ((2 * np.pi) ** (COLOURS / 2) * np.sqrt(COLOURS))
    every = square, colour, level, (1 - limits.change_prior) * any_colour / colour
    return _Precomputed(*(plane.astype(np.float32) for plane in every))


@dataclass(frozen=True, slots=True, eq=False)
class SpotEvidence:
    """Log-odds of each pixel as the middle of a checker, against bare ground."""

    light: Plane
    dark: Plane
    rims: Plane
    """Fraction of a checker's rim that is seen around each pixel, from -1 to 1."""
    edges: top_view.EdgeDirections
    new: Mask
    """True where something lies, its edges included."""


def spot_evidence(
    evidence: PixelEvidence, field: FieldGeometry, appearance: Appearance, limits: EvidenceLimits
) -> SpotEvidence:
    """Weighs a checker of each colour at every pixel of the plane."""
    radius = field.checker / 2 * top_view.SCALE
    kinds = evidence.ground, evidence.light, evidence.dark
    least, most = limits.min_pixel_log_odds, limits.max_pixel_log_odds
    ground, light, dark = (np.clip(kind, least, most) for kind in kinds)
    seen = top_view.edge_directions(evidence.even, limits.filters)
    found = top_view.rim_scores(seen, radius, limits.filters)
    clear = limits.clear_rim_weight * np.maximum(found - limits.clear_rim_score, 0)
    around = limits.rim_weight * found + clear
    printed = _printed_rims(appearance, radius, limits.filters)
    around += limits.printed_rim_weight * printed + limits.spot_offset
    lighter = limits.other_colour_weight * top_view.disc_means(light - dark, radius, limits.filters)
    on_ground = limits.ground_weight * ground
    unlike = (limits.unlike_colour_weight * np.clip(own, least, 0) for own in (light, dark))
    weights = (top_view.disc_means(on_ground + each, radius, limits.filters) for each in unlike)
    lights, darks = (around + weight for weight in weights)
    lights, darks = lights + np.minimum(lighter, 0), darks - np.maximum(lighter, 0)
    rejected = (cv2.blur(ground, (3, 3)) < limits.max_covered_log_odds).astype(np.uint8)
    new = np.asarray(cv2.dilate(rejected, np.ones((3, 3), np.uint8))).astype(np.bool_)
    return SpotEvidence(lights, darks, found, seen, new)


@lru_cache(maxsize=4)
def _printed_rims(appearance: Appearance, radius: float, limits: top_view.FilterLimits) -> Plane:
    """The rim scores of the bare board itself."""
    edges = top_view.edge_directions(appearance.ground.astype(np.float32), limits)
    return top_view.rim_scores(edges, radius, limits)
