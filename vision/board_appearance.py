"""The appearance measured at known checkers, and the bare board with hidden parts estimated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour
from vision.calibration_data import (
    QUARTERS,
    SHADES,
    WHITE,
    Appearance,
    ColourTable,
    colour_index,
    square_root_brightness,
)
from vision.camera_model import BoardCamera
from vision.field_geometry import ROW, SLOTS, FieldGeometry, StartChecker
from vision.picture_arrays import Mask, Picture, Plane, Points
from vision.top_view import (
    BESIDE,
    BEYOND,
    SCALE,
    field_to_plane,
    interpolate,
    parallax_map,
    plane_shape,
    plane_spots,
    top_down_map,
)

Strips = TypeVar("Strips", Plane, Mask)

UNSEEN = 1e-6
"""Least weight of a pixel, which no other point shows."""
_NUMBERS = np.array(SLOTS)
_IS_TOP = _NUMBERS > ROW
_COLUMN = np.where(_IS_TOP, _NUMBERS - ROW - 1, ROW - _NUMBERS)
TURNING = _NUMBERS % 2
"""The kind of each point if the colours alternate around the board's corners."""
FACING = _COLUMN % 2
"""The kind of each point if points that face each other have one colour."""
PLAIN = np.zeros_like(_NUMBERS)
"""The kind of each point if all have one colour."""


@dataclass(frozen=True, slots=True)
class Kinship:
    """The weights with which points of one colour predict each other."""

    near_columns: float
    """Columns; the distance over which this weight falls to 1/e."""
    facing_weight: float
    """Weight of a point of the other row relative to one of the same."""
    kinds: tuple[NDArray[np.int_], ...]
    """The candidate assignments of points to kinds."""
    max_error: float = np.inf
    """Square-root brightness; larger errors do not count more in the choice of the kinds."""


def point_strip(plane: Strips, field: FieldGeometry, slot: int) -> Strips:
    """A view of one point in a plane, its rim first; writing to it writes to the plane."""
    left = round((field.column(slot) - 0.5 + BESIDE) * SCALE)
    top, middle = round(BEYOND * SCALE), round(field.depth / 2 * SCALE)
    part = plane[top : top + 2 * middle, left : left + SCALE]
    return part[:middle] if field.is_top(slot) else part[: middle - 1 : -1]


def point_strips(plane: Strips, field: FieldGeometry) -> Strips:
    """All points, stacked in the order of their slots."""
    return np.stack([point_strip(plane, field, slot) for slot in SLOTS])


def point_weights(points: Plane, seen: Plane, kinship: Kinship) -> Plane:
    """The weights of points for each other, by the kinds that explain the visible part best."""
    weights = [_weights(kind, kinship) for kind in kinship.kinds]
    misses = [_prediction_error(points, seen, one, kinship.max_error) for one in weights]
    return weights[int(np.argmin(misses))]


def blend_points(points: Plane, trust: Plane, likeness: Plane) -> Plane:
    """The expected look of each point: the weighted mean of its likes."""
    total = np.maximum(np.einsum("st,thw->shw", likeness, trust), UNSEEN)[..., None]
    shown = np.einsum("st,thwc->shwc", likeness, points * trust[..., None])
    return np.asarray(shown / total)


def _weights(kind: NDArray[np.int_], kinship: Kinship) -> Plane:
    near = np.exp(-np.abs(_COLUMN[:, None] - _COLUMN) / kinship.near_columns)
    row = np.where(_IS_TOP[:, None] == _IS_TOP, 1.0, kinship.facing_weight)
    alike = (kind[:, None] == kind) & ~np.eye(len(kind), dtype=np.bool_)
    return np.asarray((near * row * alike).astype(np.float32))


def _prediction_error(points: Plane, seen: Plane, likeness: Plane, strange: float) -> float:
    """The mean error of the visible pixels, had they been estimated."""
    off = np.abs(points - blend_points(points, seen, likeness))
    off = np.minimum(off, strange) * seen[..., None]
    return float(off.sum() / max(float(seen.sum()), 1.0))


KINSHIP = Kinship(near_columns=4.0, facing_weight=0.4, kinds=(TURNING, FACING, PLAIN))
"""Kinship of the points of a board that is mostly visible."""
UNSEEN_SPREAD = 5.0
"""Square-root brightness; the least uncertainty of what was not seen."""


@dataclass(frozen=True, slots=True)
class GroundLimits:
    """The limits of a bare board's uncertainty."""

    misalignment_pixels: float = 0.35
    """Pixels of the plane; the typical misalignment of two pictures."""
    min_noise: float = 3.5
    """Square-root brightness; the least noise of a pixel."""
    max_noise: float = 20.0
    """Square-root brightness; the largest noise of a pixel."""
    noise_factor: float = 2.0
    """Factor from a pixel's difference to its neighbours to its noise."""
    noise_window_sd: float = 1.0
    """Widths of a point; standard deviation of the window over which noise is averaged."""
    typical_noise_weight: float = 0.01
    """Weight of the median noise of the whole plane relative to that of a bare pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class BareBoard:
    """A bare board in square roots of brightness, and its uncertainty."""

    ground: Plane
    spread: Plane


def estimate_bare_board(
    seen: Plane,
    on_ground: Plane,
    camera: BoardCamera,
    field: FieldGeometry,
    hidden: Mask,
    limits: GroundLimits,
) -> BareBoard:
    """Estimates the bare board in the plane of the tops.

    `seen` is that plane, `on_ground` the plane of the surface, and `hidden` is true where checkers,
    their sides or their shadows are.
    """
    unseen = hidden_on_ground(camera, field, hidden)
    made_up, doubt = _fill_hidden(on_ground, unseen, field, limits)
    there = parallax_map(camera, field, field.thickness, 0.0)
    made_up, doubt = (interpolate(plane, there) for plane in (made_up, doubt))
    ground = np.where(hidden[..., None], made_up, seen).astype(np.float32)
    unsure = np.where(hidden, np.maximum(doubt, UNSEEN_SPREAD), 0)
    spread = np.hypot(ground_spread(ground, seen, ~hidden, limits), unsure)
    return BareBoard(ground, spread.astype(np.float32))


def ground_spread(ground: Plane, seen: Plane, where: Mask, limits: GroundLimits) -> Plane:
    """The uncertainty of each pixel of the ground, where it was seen without checkers."""
    return np.hypot(_noise(seen, where, limits), misalignment_spread(ground, limits))


def misalignment_spread(ground: Plane, limits: GroundLimits) -> Plane:
    """The uncertainty of each pixel from misalignment: larger at steep edges."""
    right, down = cv2.Sobel(ground, cv2.CV_32F, 1, 0), cv2.Sobel(ground, cv2.CV_32F, 0, 1)
    steep: Plane = (np.hypot(right, down) / 8).max(axis=-1)
    return steep * limits.misalignment_pixels


def hidden_on_ground(camera: BoardCamera, field: FieldGeometry, hidden: Mask) -> Mask:
    """The mask, transformed to the plane of the surface."""
    there = parallax_map(camera, field, 0.0, field.thickness).astype(np.float32)
    moved = cv2.remap(hidden.astype(np.uint8), there, None, cv2.INTER_NEAREST)  # type: ignore[call-overload] # as one map
    return np.asarray(moved).astype(np.bool_)


def _fill_hidden(
    on_ground: Plane, hidden: Mask, field: FieldGeometry, limits: GroundLimits
) -> tuple[Plane, Plane]:
    """The surface with its hidden parts estimated, and the uncertainty of the estimate."""
    points, seen = point_strips(on_ground, field), (~point_strips(hidden, field)).astype(np.float32)
    alike = point_weights(points, seen, KINSHIP)
    mean, square = (blend_points(shown, seen, alike) for shown in (points, points**2))
    doubt = np.sqrt(np.maximum(square - mean**2, 0).mean(axis=-1))
    doubts = np.full(on_ground.shape[:2], limits.max_noise, np.float32)
    filled = on_ground.copy()
    for slot, point, unsure in zip(SLOTS, mean, doubt, strict=True):
        point_strip(filled, field, slot)[:] = point
        point_strip(doubts, field, slot)[:] = unsure
    filled = np.where(hidden[..., None], filled, on_ground)
    return filled.astype(np.float32), doubts


def _noise(plane: Plane, where: Mask, limits: GroundLimits) -> Plane:
    """The noise around each pixel, measured where nothing lies."""
    smooth = np.stack([cv2.medianBlur(plane[..., i], 3) for i in range(plane.shape[2])], axis=-1)
    off = np.abs(plane - smooth).mean(axis=-1)
    shown = where.astype(np.float32)
    window, weight = limits.noise_window_sd * SCALE, limits.typical_noise_weight
    sums = cv2.GaussianBlur(np.stack([off * shown, shown], axis=-1), (0, 0), window)
    total = sums[..., 0] + np.median(off[where]) * weight
    noise = limits.noise_factor * total / (sums[..., 1] + weight)
    return np.asarray(np.clip(noise, limits.min_noise, limits.max_noise))


def mask_tops(field: FieldGeometry, spots: Points, part: float = 1.0) -> Mask:
    """A mask of the tops of checkers on these spots, out to a fraction of their radius."""
    return _circles(field, spots, field.checker / 2 * part)


def mask_hidden_ground(
    camera: BoardCamera, field: FieldGeometry, spots: Points, beside: float
) -> Mask:
    """A mask of the ground under checkers, their sides and shadows as wide as `beside`."""
    mask = np.zeros(plane_shape(field), np.bool_)
    for height in (0.0, field.thickness):
        raised = np.column_stack([spots, np.full(len(spots), height)])
        seen = camera.spots(camera.pixels(raised), field.thickness)
        mask |= _circles(field, seen, field.checker / 2 + beside)
    return mask


def _circles(field: FieldGeometry, spots: Points, radius: float) -> Mask:
    mask = np.zeros(plane_shape(field), np.uint8)
    for x, y in field_to_plane(spots):
        middle = round(float(x)), round(float(y))
        cv2.circle(mask, middle, round(radius * SCALE), 1, cv2.FILLED)
    return mask.astype(np.bool_)


BRIGHTER = ((1.0, 1.0), (0.94, 0.6), (1.06, 0.6), (0.85, 0.15), (1.15, 0.1), (0.7, 0.04))
"""Pairs of a factor on the square-root brightness, for tops in other light, and its weight."""
GLARE = ((0.3, 0.03), (0.6, 0.02), (0.9, 0.02))
"""Pairs of the fraction of a lamp that a top may reflect, and its weight."""
BLUR = 0.8
"""Steps of the table; standard deviation of its smoothing."""
STRANGE = 0.02
"""Probability that a top shows a colour that was not sampled."""


def colour_table(colours: Plane) -> ColourTable:
    """Returns the colour table of samples: one row of square-root brightnesses for each pixel."""
    counts = np.zeros(SHADES**3, np.float32)
    for factor, weight in BRIGHTER:
        _add(counts, colours * factor, weight)
    for part, weight in GLARE:
        _add(counts, colours * (1 - part) + WHITE * part, weight)
    smooth = _blur(counts.reshape(SHADES, SHADES, SHADES)).ravel()
    density = smooth / smooth.sum() * SHADES**3
    return np.asarray(np.log((1 - STRANGE) * density + STRANGE).astype(np.float32))


def _add(counts: NDArray[np.float32], colours: Plane, weight: float) -> None:
    counts += weight * np.bincount(colour_index(colours), minlength=len(counts)).astype(np.float32)


def _blur(cube: NDArray[np.float32]) -> NDArray[np.float32]:
    for _ in range(cube.ndim):
        flat = cube.reshape(SHADES, -1)
        blurred = cv2.GaussianBlur(flat, (1, 7), sigmaX=BLUR, sigmaY=BLUR)
        cube = np.moveaxis(np.asarray(blurred, np.float32).reshape(SHADES, SHADES, SHADES), 0, -1)
    return np.ascontiguousarray(cube)


SHADOW = 0.22
"""Widths of a point around a checker that its shadow may darken."""
INNER = 0.9
"""Fraction of a top's radius inside of which its colours are sampled."""
BENT = 30.0
"""Relative penalty of curvature in the fit of the light's falloff."""
STIFF = 0.3
"""Penalty, in checkers, of any slope in that fit."""
BLACKEST = 2.0
"""Brightness from 0 to 255; what is darker counts as this in that fit."""


def measure_appearance(
    picture: Picture,
    camera: BoardCamera,
    field: FieldGeometry,
    checkers: tuple[StartChecker, ...],
    spots: Points,
    limits: GroundLimits,
) -> Appearance:
    """Returns the appearance of a board whose checkers lie on these spots."""
    on_tops = top_down_map(camera, field, field.thickness).rectify(picture)
    light = np.array([checker.colour is Colour.LIGHT for checker in checkers])
    falloff = _falloff(on_tops, field, spots, light)
    seen = square_root_brightness(on_tops, falloff)
    surface = square_root_brightness(top_down_map(camera, field, 0.0).rectify(picture), falloff)
    covered = mask_hidden_ground(camera, field, spots, SHADOW)
    empty = estimate_bare_board(seen, surface, camera, field, covered, limits)
    lights, darks = (seen[mask_tops(field, spots[it], INNER)] for it in (light, ~light))
    return appearance_of(empty, covered, lights, darks, falloff)


def appearance_of(
    empty: BareBoard, covered: Mask, lights: Plane, darks: Plane, falloff: Plane
) -> Appearance:
    """The appearance of a board, with the sampled colours of both kinds of tops."""
    return Appearance(
        ground=empty.ground.round().astype(np.uint8),
        spread=np.clip(empty.spread * QUARTERS, 1, 255).astype(np.uint8),
        known=~covered,
        light=colour_table(lights),
        dark=colour_table(darks),
        light_colour=np.median(lights, axis=0).astype(np.float32),
        dark_colour=np.median(darks, axis=0).astype(np.float32),
        falloff=falloff,
    )


def _falloff(on_tops: Picture, field: FieldGeometry, spots: Points, light: Mask) -> Plane:
    """The relative light on each pixel, fitted to the brightness of the checkers of each colour."""
    grey = cv2.GaussianBlur(on_tops.mean(axis=2).astype(np.float32), (0, 0), SCALE / 5)
    at = field_to_plane(spots).round().astype(int)
    bright = np.log(np.maximum(grey[at[:, 1], at[:, 0]], BLACKEST))
    bends = _polynomial(spots, field)
    rows = np.column_stack([light, ~light, bends])
    ridge = np.diag([0.0, 0.0, 1.0, 1.0, BENT, BENT, BENT]) * STIFF
    factors = np.linalg.solve(rows.T @ rows + ridge, rows.T @ bright)
    falloff = np.exp(_polynomial(plane_spots(field), field) @ factors[2:])
    return falloff.astype(np.float32).reshape(plane_shape(field))


def _polynomial(spots: Points, field: FieldGeometry) -> Points:
    """The terms of a second-order polynomial over the board, without the constant."""
    x, y = spots[:, 0] / field.width - 0.5, spots[:, 1] / field.depth - 0.5
    return np.column_stack([x, y, x * x, x * y, y * y])
