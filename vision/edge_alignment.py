"""The edges of a calibrated board; moves a camera until they match a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.calibration_data import QUARTERS, Calibration, square_root_brightness
from vision.camera_model import BoardCamera, ProjectionMatrix
from vision.optimization import peak_offsets
from vision.picture_arrays import Mask, Picture, Plane, Points, Reals
from vision.top_view import (
    BESIDE,
    BEYOND,
    FINE,
    SCALE,
    interpolate,
    parallax_map,
    plane_shape,
    plane_to_field,
)

STEP = 1 / SCALE
"""Widths of a point from one sample across an edge to the next."""
ACROSS = 5
"""Samples to each side of an edge."""


@dataclass(frozen=True, slots=True)
class EdgeLimits:
    """The limits of the edges of a bare board."""

    field_margin: float = 0.5
    """Widths of a point around the field in which edges are collected: its rims."""
    smoothing_sd: float = 1.0
    """Pixels of the plane; standard deviation of the smoothing before edges are sought."""
    min_edge_strength: float = 0.3
    """Multiples of a pixel's uncertainty; the least strength of an edge."""
    max_edges_per_piece: int = 6
    """Edges; the most from each piece of the board as wide and deep as a point."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeSamples:
    """Sampled edges of a board, one row for each."""

    spots: Points
    """Positions on the surface of the board, in widths of a point."""
    normals: Points
    """Unit vectors across the edges."""
    profiles: NDArray[np.float32]
    """Square roots of brightness across the edges, less their mean: edges, samples, colours."""
    noise: NDArray[np.float32]
    """Uncertainty of the samples of each edge."""


@lru_cache(maxsize=4)
def board_edges(calibration: Calibration, limits: EdgeLimits) -> EdgeSamples:
    """The clearest edges of a calibrated board, a limited number from each piece of it."""
    plane, spread, known = bare_surface(calibration)
    normals, strength = _slopes(plane, limits)
    near = np.zeros(plane_shape(calibration.field), np.bool_)
    beyond, beside = (round((edge - limits.field_margin) * SCALE) for edge in (BEYOND, BESIDE))
    near[beyond:-beyond, beside:-beside] = True
    ratio = np.where(known & near, strength / spread, 0)
    ratio = np.where(_is_ridge(strength, normals), ratio, 0)
    rows, columns = _clearest(ratio, limits)
    pixels = np.column_stack([columns, rows]).astype(np.float64)
    ways = normals[rows, columns].astype(np.float64)
    samples = edge_profiles(plane, pixels, ways)
    inside = edge_profiles(known.astype(np.float32)[..., None], pixels, ways).min(axis=(1, 2)) == 1
    samples = samples - samples.mean(axis=1, keepdims=True)
    every = plane_to_field(pixels), ways, samples, spread[rows, columns]
    return EdgeSamples(*(values[inside] for values in every))


def bare_surface(calibration: Calibration) -> tuple[Plane, Plane, Mask]:
    """The bare board in the plane of its surface, its uncertainty, and a mask of what is known."""
    field, appearance = calibration.field, calibration.appearance
    there = parallax_map(calibration.camera, field, 0.0, field.thickness)
    planes = (appearance.ground, appearance.spread, appearance.known)
    ground, spread, known = (interpolate(each.astype(np.float32), there) for each in planes)
    return ground, np.maximum(spread / QUARTERS, 1.0), known == 1


def edge_profiles(plane: Plane, pixels: Points, normals: Points) -> NDArray[np.float32]:
    """The values of a plane across edges: edges, samples and colours."""
    away = np.arange(-ACROSS, ACROSS + 1)[:, None]
    places = pixels[:, None] + normals[:, None] * away
    return interpolate(plane, places).reshape(*places.shape[:2], -1)


def _slopes(plane: Plane, limits: EdgeLimits) -> tuple[Plane, Plane]:
    """The direction in which each pixel changes most, and the strength of the change."""
    smooth = cv2.GaussianBlur(plane, (0, 0), limits.smoothing_sd)
    right, down = (cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x) / 8 for x in (1, 0))
    xx, yy, xy = ((a * b).sum(axis=2) for a, b in ((right, right), (down, down), (right, down)))
    angle = np.arctan2(2 * xy, xx - yy) / 2
    strength = np.sqrt((xx + yy + np.hypot(xx - yy, 2 * xy)) / 2)
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1), strength


def _is_ridge(strength: Plane, normals: Plane) -> Mask:
    """True where an edge is stronger than its neighbours to both sides."""
    rows, columns = strength.shape
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1)
    one, other = (interpolate(strength, grid + side * normals) for side in (-1, 1))
    return (strength > one) & (strength >= other)


def _clearest(ratio: Plane, limits: EdgeLimits) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and columns of the clearest edges of each piece."""
    rows, columns = np.nonzero(ratio > limits.min_edge_strength)
    piece = rows // SCALE * ratio.shape[1] + columns // SCALE
    order = np.lexsort((-ratio[rows, columns], piece))
    sorted_piece = piece[order]
    first = np.searchsorted(sorted_piece, sorted_piece)
    chosen = order[np.arange(len(order)) - first < limits.max_edges_per_piece]
    return rows[chosen], columns[chosen]


UNMOVED: Reals = np.zeros(6)
"""A movement of nothing: three rotations in radians, three shifts in widths of a point."""


def move_camera(camera: BoardCamera, movement: Reals) -> BoardCamera:
    """The camera after a movement: three rotations (radians), three shifts (widths of a point)."""
    inner = _intrinsics(camera)
    scale = np.linalg.norm(camera.matrix[2, :3])
    turn = np.asarray(cv2.Rodrigues(movement[:3])[0], np.float64)
    outer = turn @ np.linalg.inv(inner) @ camera.matrix / scale
    outer[:, 3] += movement[3:]
    return replace(camera, matrix=inner @ outer)


def _intrinsics(camera: BoardCamera) -> ProjectionMatrix:
    """The camera's intrinsic matrix: its focal length and the centre of its pictures."""
    third = camera.matrix[2, :3] / np.linalg.norm(camera.matrix[2, :3])
    middle = (np.array(camera.size, np.float64) - 1) / 2
    second = camera.matrix[1, :3] / np.linalg.norm(camera.matrix[2, :3]) - middle[1] * third
    focal = float(np.linalg.norm(second))
    return np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])


@dataclass(frozen=True, slots=True)
class AlignmentLimits:
    """The limits of matching edges."""

    min_correlation: float = 0.6
    """Correlation; an edge with a lower one does not count as seen."""
    search_end_penalty: float = 0.15
    """Correlation that is taken off an edge at the end of the search range."""
    edge_error_sd: float = 0.03
    """Widths of a point; the typical error of an edge's position."""
    min_edges: int = 40
    """Edges; with fewer than these the camera is left where it is."""
    derivative_step: float = 1e-06
    """Step of the numerical derivative, in radians or widths of a point."""
    reweighting_rounds: int = 6
    """Rounds in which outliers among the edges are weighted anew."""
    rotation_sd: float = 0.3
    """Radians; standard deviation of a camera's rotation around each axis."""
    shift_sd: float = 2.0
    """Widths of a point; standard deviation of a camera's shift along each axis."""


@dataclass(frozen=True, slots=True, eq=False)
class ScaledPicture:
    """A picture, halved until its resolution matches that of the calibration."""

    pixels: Picture
    halvings: int

    def sample(self, places: Points) -> NDArray[np.float32]:
        """Interpolated square roots of brightness at pixels (x, y last) of the full picture."""
        there = (places + 0.5) / 2**self.halvings - 0.5
        return square_root_brightness(interpolate(self.pixels, there))


def scale_picture(picture: Picture, camera: BoardCamera, edges: EdgeSamples) -> ScaledPicture:
    """Halves a picture until its points are about as wide in pixels as in the calibrated plane."""
    middle = np.median(edges.spots, axis=0)
    here = camera.pixels(middle + np.array([(0, 0), (1, 0), (0, 1)]))
    point = float(min(np.hypot(*(here[1] - here[0])), np.hypot(*(here[2] - here[0]))))
    halvings = 0
    while point / 2**halvings > FINE * SCALE:
        height, width = (side // 2 for side in picture.shape[:2])
        half = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        picture = np.asarray(half, np.uint8)
        halvings += 1
    return ScaledPicture(picture, halvings)


@dataclass(frozen=True, slots=True, eq=False)
class EdgeMatches:
    """The best match of each edge."""

    offsets: Reals
    """Distance from the expected position across the edge, in widths of a point."""
    likeness: Reals
    """Correlation with the calibrated edge at the match, from -1 to 1."""
    inner: Mask
    """True if the match is not at the end of the search range."""


def match_edges(
    edges: EdgeSamples,
    shot: ScaledPicture,
    camera: BoardCamera,
    reach: float,
    limits: AlignmentLimits,
) -> EdgeMatches:
    """Searches each edge up to `reach` widths of a point to both sides of where it is expected."""
    steps = max(round(reach / STEP), 1)
    likeness = edge_correlations(edges, shot, camera, steps)
    places = np.arange(-steps, steps + 1)
    best = (likeness - limits.search_end_penalty * (places / steps) ** 2).argmax(axis=1)
    inner = (best > 0) & (best < 2 * steps)
    here = np.take_along_axis(likeness, best[:, None], axis=1)[:, 0]
    offsets = (best - steps + peak_offsets(likeness, best)) * STEP
    return EdgeMatches(offsets.astype(np.float64), here.astype(np.float64), inner)


def edge_correlations(
    edges: EdgeSamples, shot: ScaledPicture, camera: BoardCamera, steps: int
) -> NDArray[np.float32]:
    """The correlation of each edge with the picture at every step of the search range, -1 to 1."""
    away = np.arange(-steps - ACROSS, steps + ACROSS + 1)[:, None] * STEP
    spots = edges.spots[:, None] + edges.normals[:, None] * away
    pixels = camera.pixels(spots.reshape(-1, 2)).reshape(spots.shape)
    windows = sliding_window_view(shot.sample(pixels), 2 * ACROSS + 1, axis=1)
    products = np.einsum("eosw,ews->eo", windows, edges.profiles, optimize=True)
    mean = windows.mean(axis=-1)
    own = np.einsum("eosw,eosw->eo", windows, windows) - (2 * ACROSS + 1) * (mean**2).sum(axis=-1)
    many = edges.profiles[0].size
    noise = many * edges.noise**2 / 2
    whole = (edges.profiles**2).sum(axis=(1, 2))
    square = (np.maximum(own, 0) + noise[:, None]) * (whole + noise)[:, None]
    return np.asarray(products / np.sqrt(square))


def align_camera(
    edges: EdgeSamples,
    shot: ScaledPicture,
    camera: BoardCamera,
    reaches: tuple[float, ...],
    limits: AlignmentLimits,
) -> BoardCamera:
    """The camera, moved once for each reach while at least `limits.min_edges` edges match."""
    for reach in reaches:
        match = match_edges(edges, shot, camera, reach, limits)
        trust = np.where(match.inner, np.maximum(match.likeness - limits.min_correlation, 0), 0)
        if np.count_nonzero(trust) < limits.min_edges:
            return camera
        camera = move_camera(camera, _movement(edges, camera, match.offsets, trust, limits))
    return camera


def agreement(edges: EdgeSamples, shot: ScaledPicture, camera: BoardCamera) -> float:
    """The mean correlation of the edges at their expected positions, from 0 to 1."""
    return float(np.clip(edge_correlations(edges, shot, camera, 0), 0, 1).mean())


def _movement(
    edges: EdgeSamples, camera: BoardCamera, offsets: Reals, trust: Reals, limits: AlignmentLimits
) -> Reals:
    """The camera movement that explains the offsets best, by robust weighted least squares."""
    seen = trust > 0
    spots, normals = edges.spots[seen], edges.normals[seen]
    aims = camera.pixels(spots + normals * offsets[seen, None])
    across = _pixels_to_widths(camera, spots, normals) / limits.edge_error_sd

    def residuals(movement: Reals) -> Reals:
        aside: Reals = ((move_camera(camera, movement).pixels(spots) - aims) * across).sum(axis=1)
        return aside

    start = residuals(UNMOVED)
    small = limits.derivative_step
    slopes = np.column_stack([(residuals(small * axis) - start) / small for axis in np.eye(6)])
    movement, spreads = UNMOVED, np.repeat([limits.rotation_sd, limits.shift_sd], 3)
    for _ in range(limits.reweighting_rounds):
        weights = trust[seen] / (1 + (start + slopes @ movement) ** 2)
        square = (slopes * weights[:, None]).T @ slopes + np.diag(1 / spreads**2)
        movement = np.asarray(np.linalg.solve(square, -slopes.T @ (weights * start)), np.float64)
    return movement


def _pixels_to_widths(camera: BoardCamera, spots: Points, normals: Points) -> Points:
    """Vectors that convert pixel offsets to widths of a point across each edge."""
    along = np.column_stack([-normals[:, 1], normals[:, 0]]) * STEP
    way = (camera.pixels(spots + along) - camera.pixels(spots - along)) / (2 * STEP)
    width = np.hypot(*way.T)[:, None]
    return np.asarray(np.column_stack([-way[:, 1], way[:, 0]]) / width**2)
