"""Finds a calibrated camera again; after a knock, by phase correlation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_data import Calibration, square_root_brightness
from vision.camera_model import BoardCamera
from vision.edge_alignment import (
    UNMOVED,
    AlignmentLimits,
    EdgeLimits,
    EdgeSamples,
    ScaledPicture,
    agreement,
    align_camera,
    board_edges,
    move_camera,
    scale_picture,
)
from vision.field_geometry import FieldGeometry
from vision.optimization import least_squares
from vision.picture_arrays import Picture, Plane, Points, Reals, picture_size
from vision.top_view import field_to_plane, interpolate


@dataclass(frozen=True, slots=True)
class KnockLimits:
    """The limits of the search after a knock."""

    longer_side: int = 208
    """Pixels of the longer side of the small pictures that are compared."""
    tested_rotations: tuple[float, ...] = (0, -3, 3, -6, 6, -9, 9)
    """Degrees by which a picture may be rotated around its middle."""
    tested_zooms: tuple[float, float, float] = (1.0, 0.93, 1.07)
    """Factors by which a picture may be larger than the one before."""
    half_strength: float = 3.0
    """Square-root brightness per pixel; the strength of an edge that counts by half."""
    max_shifts: int = 4
    """Shifts; the most candidates for each rotation and zoom."""
    min_shift_distance: int = 3
    """Pixels of a small picture that two such shifts lie apart at least."""
    mask_tolerance: float = 0.01
    """Fraction that a pixel interpolated from a mask may lack and still count as known."""
    max_candidates: int = 10
    """Candidates; the most that are returned."""


@dataclass(frozen=True, slots=True)
class CameraKnock:
    """A rotation, zoom and shift of the picture against the calibrated one."""

    worth: float
    """Correlation of the edges; larger is better."""
    turn: float
    """Rotation in radians."""
    zoom: float
    """Factor by which the picture is larger than before."""
    shift: tuple[float, float]
    """Shift to the right and down, as fractions of the longer side."""


def likely_knocks(
    picture: Picture, calibration: Calibration, limits: KnockLimits
) -> list[CameraKnock]:
    """The likeliest movements of the camera, best first."""
    width, height = calibration.camera.size
    scale = limits.longer_side / max(width, height)
    size = round(width * scale), round(height * scale)
    whole = cv2.getOptimalDFTSize(size[0] * 3 // 2), cv2.getOptimalDFTSize(size[1] * 3 // 2)
    reduced = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    small = square_root_brightness(reduced)
    seen = np.fft.rfft2(_edges(small, limits), s=whole[::-1], axes=(0, 1))
    expected = expected_board(calibration, size)
    every = [
        CameraKnock(worth, turn, zoom, (right / limits.longer_side, down / limits.longer_side))
        for turn, zoom in product(np.radians(limits.tested_rotations), limits.tested_zooms)
        for worth, right, down in _shifts(seen, expected, turn, zoom, whole, limits)
    ]
    return sorted(every, key=lambda knock: -knock.worth)[: limits.max_candidates]


def camera_after_knock(calibration: Calibration, knock: CameraKnock) -> BoardCamera:
    """The camera after a knock, assuming that it was rotated rather than displaced."""
    camera = calibration.camera
    ends = np.vstack([calibration.field.corners, calibration.field.corners.mean(axis=0)])
    aims = _apply_knock(camera.pixels(ends), knock, camera.size)

    def residuals(movement: Reals) -> Reals:
        missed = (move_camera(camera, movement).pixels(ends) - aims).ravel()
        return np.concatenate([missed, movement[3:]])

    return move_camera(camera, least_squares(residuals, UNMOVED))


def expected_board(calibration: Calibration, size: tuple[int, int]) -> tuple[Plane, Plane]:
    """The bare board as the camera saw it at the calibration, and a mask of the known part."""
    across, down = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    ratio = calibration.camera.size[0] / size[0]
    pixels = (np.column_stack([across.ravel(), down.ravel()]) + 0.5) * ratio - 0.5
    spots = calibration.camera.spots(pixels.astype(np.float64), calibration.field.thickness)
    places = field_to_plane(spots).reshape(size[1], size[0], 2)
    appearance = calibration.appearance
    ground = interpolate(appearance.ground.astype(np.float32), places)
    return ground, interpolate(appearance.known.astype(np.float32), places)


def _apply_knock(pixels: Points, knock: CameraKnock, size: tuple[int, int]) -> Points:
    """The pixels after the rotation, zoom and shift of a knock."""
    middle = (np.array(size) - 1) / 2
    cos, sin = knock.zoom * np.cos(knock.turn), knock.zoom * np.sin(knock.turn)
    rotated = (pixels - middle) @ np.array([[cos, sin], [-sin, cos]])
    return np.asarray(rotated + middle + np.array(knock.shift) * max(size))


def _shifts(
    seen: NDArray[np.complexfloating],
    expected: tuple[Plane, Plane],
    turn: float,
    zoom: float,
    whole: tuple[int, int],
    limits: KnockLimits,
) -> Iterator[tuple[float, float, float]]:
    """The best shifts for a rotation (radians) and zoom: correlation, and shift right and down."""
    bare, known = expected
    height, width = known.shape
    middle = (width - 1) / 2, (height - 1) / 2
    matrix = cv2.getRotationMatrix2D(middle, -np.degrees(turn), zoom)
    rotated, there = (cv2.warpAffine(it, matrix, (width, height)) for it in (bare, known))
    weight = cv2.erode(np.floor(there + limits.mask_tolerance), np.ones((5, 5), np.uint8))
    template = _edges(np.asarray(rotated, np.float32), limits) * weight[..., None]
    length = float(np.sqrt((template**2).sum())) or 1.0
    waves = np.fft.rfft2(template, s=whole[::-1], axes=(0, 1))
    worth = np.fft.irfft2((seen * np.conj(waves)).sum(axis=2), s=whole[::-1]) / length
    for _ in range(limits.max_shifts):
        down, right = np.unravel_index(int(worth.argmax()), worth.shape)
        best = float(worth[down, right])
        yield best, _signed_shift(int(right), whole[0]), _signed_shift(int(down), whole[1])
        near = np.arange(-limits.min_shift_distance, limits.min_shift_distance + 1)
        rows, columns = (down + near) % whole[1], (right + near) % whole[0]
        worth[np.ix_(rows, columns)] = -np.inf


def _signed_shift(shift: int, whole: int) -> float:
    return float(shift if shift < whole / 2 else shift - whole)


def _edges(small: Plane, limits: KnockLimits) -> Plane:
    """The gradients of each colour, right and down; strong ones are compressed to similar size."""
    sides = [cv2.Sobel(small, cv2.CV_32F, x, 1 - x) / 8 for x in (1, 0)]
    both = np.concatenate([np.asarray(side) for side in sides], axis=2)
    return np.asarray(both / (np.linalg.norm(both, axis=2, keepdims=True) + limits.half_strength))


@dataclass(frozen=True, slots=True)
class RegistrationLimits:
    """The limits of finding a calibrated camera again."""

    edges: EdgeLimits = field(default_factory=EdgeLimits)
    """The limits of the edges of the bare board."""
    alignment: AlignmentLimits = field(default_factory=AlignmentLimits)
    """The limits of matching these edges."""
    knocks: KnockLimits = field(default_factory=KnockLimits)
    """The limits of the search after a knock."""
    knock_ranges: tuple[float, float, float] = (0.6, 0.4, 0.3)
    """Search ranges after a knock, in widths of a point, one for each round."""
    close_ranges: tuple[float, ...] = (0.3, 0.15, 0.1, 0.1)
    """Search ranges around an edge, in widths of a point, one for each round."""
    max_nudge: float = 0.15
    """Widths of a point; after more, edges may have been mistaken for their neighbours."""
    min_improvement: float = 0.01
    """Agreement from 0 to 1 by which a new position must be better than the old one."""
    min_agreement: float = 0.45
    """Agreement from 0 to 1 that a position needs at least."""
    min_rival_factor: float = 1.03
    """Factor by which a position must agree better than any rival."""
    min_distance: float = 0.4
    """Widths of a point; positions closer to each other than this are the same."""
    column_shifts: tuple[int, ...] = (-2, -1, 1, 2)
    """Widths of a point by which columns may be mistaken, since all look alike."""
    min_mirror_gain: float = 0.02
    """Agreement by which a mirrored picture must be better before it counts as mirrored."""


class BoardLost(ValueError):
    """A picture in which the calibrated board is not found."""


def register_camera(
    picture: Picture, calibration: Calibration, limits: RegistrationLimits = RegistrationLimits()
) -> BoardCamera:
    """Returns the present camera, the same object if it has not moved; BoardLost if not found."""
    if picture_size(picture) != calibration.camera.size:
        raise BoardLost("the picture's size differs from the calibration's; calibrate anew")
    search = _Search.of(picture, calibration, limits)
    here = search.closer(calibration.camera, limits.close_ranges)
    moved = camera_distance(calibration.camera, here, calibration.field)
    if moved > limits.max_nudge or not search.is_clear(here, ()):
        here = _find_knocked_camera(search)
    stays = search.worth(calibration.camera) > search.worth(here) - limits.min_improvement
    return calibration.camera if stays else here


def is_mirrored(
    picture: Picture,
    calibration: Calibration,
    camera: BoardCamera | None,
    limits: RegistrationLimits = RegistrationLimits(),
) -> bool:
    """True if the mirrored picture matches the board better; `camera` is None if it is lost."""
    as_it_is = _Search.of(picture, calibration, limits).worth(camera) if camera else 0.0
    in_mirror = _best_agreement(picture[:, ::-1], calibration, limits) - limits.min_mirror_gain
    # A mirrored board often resembles the calibrated one upside down, so compare with that too.
    rotated = picture[::-1, ::-1]
    return in_mirror > as_it_is and in_mirror > _best_agreement(rotated, calibration, limits)


def camera_distance(one: BoardCamera, other: BoardCamera, field: FieldGeometry) -> float:
    """The largest movement of the field's corners between two cameras, in widths of a point."""
    here, there = one.pixels(field.corners), other.pixels(field.corners)
    across = np.linalg.norm(here[1] - here[0]) / field.width
    return float(np.linalg.norm(there - here, axis=1).max() / across)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """The search for the camera in one picture."""

    picture: Picture
    calibration: Calibration
    edges: EdgeSamples
    shot: ScaledPicture
    limits: RegistrationLimits

    @classmethod
    def of(cls, picture: Picture, calibration: Calibration, limits: RegistrationLimits) -> _Search:
        edges = board_edges(calibration, limits.edges)
        shot = scale_picture(picture, calibration.camera, edges)
        return cls(picture, calibration, edges, shot, limits)

    def closer(self, camera: BoardCamera, reaches: tuple[float, ...]) -> BoardCamera:
        return align_camera(self.edges, self.shot, camera, reaches, self.limits.alignment)

    def worth(self, camera: BoardCamera) -> float:
        """The agreement of a camera with the picture, from 0 to 1."""
        return agreement(self.edges, self.shot, camera)

    def is_clear(self, camera: BoardCamera, others: tuple[BoardCamera, ...]) -> bool:
        """True if it explains the picture well, and better than rivals and mistaken columns."""
        limits = self.limits
        rivals = (*others, *_column_rivals(camera, limits.column_shifts))
        least = max(limits.min_agreement, limits.min_rival_factor * max(map(self.worth, rivals)))
        return self.worth(camera) > least


def _best_agreement(
    picture: Picture, calibration: Calibration, limits: RegistrationLimits
) -> float:
    """The agreement of the best camera with a picture; 0 if there is none."""
    picture = np.ascontiguousarray(picture)
    try:
        camera = register_camera(picture, calibration, limits)
    except BoardLost:
        return 0.0
    return _Search.of(picture, calibration, limits).worth(camera)


def _find_knocked_camera(search: _Search) -> BoardCamera:
    """The camera after a knock; raises BoardLost if it is not clear."""
    calibration, limits = search.calibration, search.limits
    cameras: list[BoardCamera] = []
    for knock in likely_knocks(search.picture, calibration, limits.knocks):
        camera = search.closer(camera_after_knock(calibration, knock), limits.knock_ranges)
        apart = [camera_distance(camera, other, calibration.field) for other in cameras]
        if all(distance > limits.min_distance for distance in apart):
            cameras.append(camera)
    close = (search.closer(camera, limits.close_ranges) for camera in cameras)
    best, *others = sorted(close, key=search.worth)[::-1]
    least = limits.min_distance
    rivals = tuple(it for it in others if camera_distance(best, it, calibration.field) > least)
    if not search.is_clear(best, rivals):
        raise BoardLost("the calibrated board is not found in the picture")
    return best


def _column_rivals(camera: BoardCamera, mistakes: tuple[int, ...]) -> Iterator[BoardCamera]:
    """The cameras under which each point would be seen in the place of another one."""
    for columns in mistakes:
        aside = np.eye(4)
        aside[0, 3] = columns
        yield replace(camera, matrix=camera.matrix @ aside)
