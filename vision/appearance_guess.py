"""Estimates the appearance of an unknown board."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.board_appearance import (
    FACING,
    SHADOW,
    TURNING,
    BareBoard,
    GroundLimits,
    Kinship,
    appearance_of,
    blend_points,
    hidden_on_ground,
    mask_hidden_ground,
    mask_tops,
    misalignment_spread,
    point_strip,
    point_strips,
    point_weights,
)
from vision.calibration_data import Appearance, square_root_brightness
from vision.camera_model import BoardCamera
from vision.field_geometry import HALF, SLOTS, FieldGeometry
from vision.picture_arrays import Mask, Picture, Plane, Points
from vision.top_view import (
    BESIDE,
    BEYOND,
    SCALE,
    FilterLimits,
    disc_means,
    field_to_plane,
    interpolate,
    parallax_map,
    top_down_map,
)


@dataclass(frozen=True, slots=True, eq=False)
class RectifiedView:
    """One picture of a board from straight above, as square roots of brightness."""

    camera: BoardCamera
    field: FieldGeometry
    tops: Plane
    """The picture in the plane of the checkers' tops."""
    surface: Plane
    """The picture in the plane of the surface."""
    inside: Mask
    """True where the picture shows the plane of the tops."""

    @property
    def radius(self) -> float:
        """Radius of a checker, in pixels of the plane."""
        return self.field.checker / 2 * SCALE

    @property
    def on_field(self) -> Mask:
        """True where the picture shows the field itself."""
        mask = np.zeros_like(self.inside)
        rows = slice(round(BEYOND * SCALE), round((BEYOND + self.field.depth) * SCALE))
        columns = slice(round(BESIDE * SCALE), round((BESIDE + self.field.width) * SCALE))
        mask[rows, columns] = self.inside[rows, columns]
        return mask


def rectify_view(picture: Picture, camera: BoardCamera, field: FieldGeometry) -> RectifiedView:
    """Rectifies a picture by a camera and the geometry of a board."""
    tops, surface = top_down_map(camera, field, field.thickness), top_down_map(camera, field, 0.0)
    above, below = (square_root_brightness(view.rectify(picture)) for view in (tops, surface))
    return RectifiedView(camera, field, above, below, tops.inside)


def values_at(plane: Plane, spots: Points) -> Plane:
    """The values of a plane at some spots, one row for each."""
    at = field_to_plane(spots).round().astype(int)
    high, wide = plane.shape[:2]
    return np.asarray(plane[np.clip(at[:, 1], 0, high - 1), np.clip(at[:, 0], 0, wide - 1)])


@dataclass(frozen=True, slots=True)
class AppearanceLimits:
    """The limits of guessing the appearance of an unknown board."""

    filters: FilterLimits = field(default_factory=FilterLimits)
    """The limits of discs."""
    ground: GroundLimits = field(default_factory=GroundLimits)
    """The limits of the bare board's uncertainty."""
    clustering_rounds: int = 12
    """Rounds of clustering."""
    colour_scale: float = 25.0
    """Square-root brightness by which a top may differ from the typical colour of its kind."""
    reweighting_rounds: int = 4
    """Rounds in which outliers are weighted down."""
    hidden_pixel_weight: float = 0.03
    """Weight of a hidden pixel relative to one that is seen."""
    min_doubt: float = 4.0
    """Square-root brightness; the least uncertainty of an estimated pixel."""
    doubt_factor: float = 1.3
    """Factor from the differences among like points to the uncertainty of an estimate."""
    bar_doubt_factor: float = 1.5
    """Multiples of `doubt_factor` for the bar, whose parts are less alike than points."""
    near_columns: float = 5.0
    """Columns; the distance over which the weight of like points falls to 1/e."""
    facing_weight: float = 0.6
    """Weight of a point of the other row relative to one of the same."""
    max_error: float = 12.0
    """Square-root brightness by which a point may typically differ from those like it."""
    inner_fraction: float = 0.85
    """Fraction of a top's radius inside of which its colours are sampled."""
    same_colour_sd: float = 10.0
    """Square-root brightness by which two things of the same colour may typically differ."""
    min_ground_contrast: float = 1.5
    """Multiples of the uncertainty from which a checker's colour differs from the ground's."""
    min_checkers: int = 4
    """Checkers; the fewest from which colours are learnt."""


class CheckersOfOneColour(ValueError):
    """Checkers that are all of one colour, so that they cannot be separated into two kinds."""


def is_lighter_kind(colours: Plane, limits: AppearanceLimits = AppearanceLimits()) -> Mask:
    """True for each row that is of the lighter kind; CheckersOfOneColour if all are alike."""
    middles = _cluster_medians(colours, _representative_colours(colours, limits), limits)
    away = np.linalg.norm(colours[:, None] - middles, axis=2)
    lighter = int(middles.sum(axis=1).argmax())
    is_lighter: Mask = away.argmin(axis=1) == lighter
    if is_lighter.all() or not is_lighter.any():
        raise CheckersOfOneColour("all visible checkers are of one colour")
    return is_lighter


def _representative_colours(colours: Plane, limits: AppearanceLimits) -> Plane:
    """The two of the colours that represent the others best."""
    away = np.log1p((np.linalg.norm(colours[:, None] - colours, axis=2) / limits.colour_scale) ** 2)
    costs = np.minimum(away[:, None], away).sum(axis=2)
    return colours[list(np.unravel_index(int(costs.argmin()), costs.shape))]


def _cluster_medians(colours: Plane, middles: Plane, limits: AppearanceLimits) -> Plane:
    for _ in range(limits.clustering_rounds):
        away = np.linalg.norm(colours[:, None] - middles, axis=2)
        second = away[:, 1] < away[:, 0]
        if second.all() or not second.any():
            break
        kinds = (colours[~second], colours[second])
        middles = np.array([np.median(kind, axis=0) for kind in kinds])
    return middles


def estimate_ground(
    surface: Plane,
    camera: BoardCamera,
    field: FieldGeometry,
    hidden: Mask,
    limits: AppearanceLimits,
) -> BareBoard:
    """Estimates the bare board in the plane of the tops from the visible part of its surface."""
    ground, spread = surface.copy(), np.full(surface.shape[:2], limits.min_doubt, np.float32)
    seen = (~point_strips(hidden, field)).astype(np.float32)
    means, spreads = _estimate_points(point_strips(surface, field), seen, limits)
    for slot, mean, doubt in zip(SLOTS, means, spreads, strict=True):
        point_strip(ground, field, slot)[:] = mean
        point_strip(spread, field, slot)[:] = doubt
    left, right = (round((at + BESIDE) * SCALE) for at in (HALF, HALF + field.bar))
    bar = np.s_[round(BEYOND * SCALE) : round((BEYOND + field.depth) * SCALE), left:right]
    shown = surface[bar][~hidden[bar]]
    if shown.size:
        typical = np.median(shown, axis=0)
        off = np.abs(shown - typical).mean(axis=-1)
        ground[bar] = typical
        doubt = limits.doubt_factor * float(np.median(off)) * limits.bar_doubt_factor
        spread[bar] = max(limits.min_doubt, doubt)
    there = parallax_map(camera, field, field.thickness, 0.0)
    raised, doubt = (interpolate(plane, there) for plane in (ground, spread))
    return BareBoard(raised, np.hypot(doubt, misalignment_spread(raised, limits.ground)))


def _estimate_points(points: Plane, seen: Plane, limits: AppearanceLimits) -> tuple[Plane, Plane]:
    """The estimated look of each point by those like it, and its uncertainty."""
    kinds = (TURNING, FACING)
    kinship = Kinship(limits.near_columns, limits.facing_weight, kinds, limits.max_error)
    alike = point_weights(points, seen, kinship)
    trust = np.maximum(seen, limits.hidden_pixel_weight)
    means, doubt = points, np.full_like(seen, limits.max_error)
    for _ in range(limits.reweighting_rounds):
        means = blend_points(points, trust, alike)
        off = ((points - means) ** 2).mean(axis=-1)
        trust = np.maximum(seen, limits.hidden_pixel_weight) / (1 + off / limits.max_error**2)
        doubt = np.sqrt(blend_points(off[..., None], trust, alike)[..., 0])
    spread = np.maximum(limits.doubt_factor * doubt, limits.min_doubt)
    return means.astype(np.float32), spread.astype(np.float32)


def estimate_appearance(view: RectifiedView, spots: Points, limits: AppearanceLimits) -> Appearance:
    """Estimates the appearance from checkers on these spots; may raise CheckersOfOneColour."""
    covered = mask_hidden_ground(view.camera, view.field, spots, SHADOW)
    on_ground = hidden_on_ground(view.camera, view.field, covered)
    empty = estimate_ground(view.surface, view.camera, view.field, on_ground, limits)
    spots = _distinct_spots(view, empty, spots, limits)
    means = disc_means(view.tops, view.radius, limits.filters)
    is_light = is_lighter_kind(values_at(means, spots), limits)
    kinds = (spots[is_light], spots[~is_light])
    light, dark = (view.tops[mask_tops(view.field, kind, limits.inner_fraction)] for kind in kinds)
    even = np.ones(view.tops.shape[:2], np.float32)
    return appearance_of(empty, covered, light, dark, even)


def _distinct_spots(
    view: RectifiedView, empty: BareBoard, spots: Points, limits: AppearanceLimits
) -> Points:
    """The spots whose colour differs from the ground's; all spots if these are too few."""
    planes = (view.tops, empty.ground, empty.spread)
    seen, bare, spread = (disc_means(each, view.radius, limits.filters) for each in planes)
    off = values_at(np.linalg.norm(seen - bare, axis=2), spots)
    doubt = np.hypot(values_at(spread, spots), limits.same_colour_sd)
    unlike = off > limits.min_ground_contrast * doubt
    return spots[unlike] if unlike.sum() >= limits.min_checkers else spots
