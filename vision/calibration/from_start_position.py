"""Calibrates a board from a picture of its starting position."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.board_appearance import GroundLimits, measure_appearance
from vision.calibration import camera_pose
from vision.calibration.calibration_flaws import NotTheStart
from vision.calibration.circle_search import BoardGuess, CircleScores, guess_boards
from vision.calibration.start_check import StartLimits, verify_start
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera, Corners
from vision.field_geometry import FieldGeometry, LightHome, row_coordinates, start_checkers
from vision.picture_arrays import Picture, Points, picture_size


@dataclass(frozen=True, slots=True)
class CalibrationLimits:
    """The limits of a calibration from the starting position."""

    pose: camera_pose.PoseLimits = field(default_factory=camera_pose.PoseLimits)
    """The typical errors of checkers, and the limits of their circles."""
    start: StartLimits = field(default_factory=StartLimits)
    """The limits of a picture that shows the starting position."""
    ground: GroundLimits = field(default_factory=GroundLimits)
    """The limits of the bare board's uncertainty."""
    corner_error_sd: float = 5.0
    """Pixels; the typical error of a given corner."""
    search_windows: tuple[float, ...] = (0.4, 0.25, 0.2, 0.15)
    """Widths of a point around each checker in which it is sought, round by round."""
    first_guess_visibility: float = 0.05
    """Assumed visibility, 0 to 1, of a checker at its first guess; that of a sharp circle is 1."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraFit:
    """A camera and a board, fitted to one picture of the starting position."""

    camera: BoardCamera
    field: FieldGeometry
    home: LightHome
    tops: Points
    """Pixels of the middles of the tops, in the order of `start_checkers(home)`."""


def fit_camera(
    picture: Picture, corners: Corners, limits: CalibrationLimits = CalibrationLimits()
) -> CameraFit:
    """Fits a picture of the starting position; raises NotTheStart if it shows anything else."""
    try:
        close = _refine(picture, corners, _best(picture, corners, limits), limits)
        try:
            return _verified_fit(close, limits.start)
        except NotTheStart:
            around = close.pose.seen_corners
            close = _refine(picture, around, _best(picture, around, limits), limits)
            return _verified_fit(close, limits.start)
    except NotTheStart:
        raise
    except ValueError as wild:
        raise NotTheStart from wild


def _best(picture: Picture, corners: Corners, limits: CalibrationLimits) -> BoardGuess:
    return max(guess_boards(picture, corners, limits.pose.circles), key=lambda guess: guess.worth)


@dataclass(frozen=True, slots=True, eq=False)
class _LastRound:
    """The result of the last round of fitting."""

    home: LightHome
    pose: camera_pose.CameraPose
    found: CircleScores
    seen: camera_pose.CheckerDetections


def _refine(
    picture: Picture, corners: Corners, guess: BoardGuess, limits: CalibrationLimits
) -> _LastRound:
    pose = camera_pose.initial_pose(guess, corners, picture_size(picture))
    checkers = row_coordinates(start_checkers(guess.home))
    vague = np.full(len(checkers), limits.first_guess_visibility)
    seen = camera_pose.CheckerDetections(checkers, guess.pixels, vague, guess.pitch)
    pose = camera_pose.refine_pose(pose, seen, corners, limits.corner_error_sd, limits.pose)
    found = camera_pose.score_tops(picture, pose, limits.pose)
    for window in limits.search_windows:
        seen = camera_pose.locate_tops(found, pose, checkers, window, limits.pose)
        pose = camera_pose.refine_pose(pose, seen, corners, limits.corner_error_sd, limits.pose)
        found = camera_pose.score_tops(picture, pose, limits.pose)
    return _LastRound(guess.home, pose, found, seen)


def _verified_fit(close: _LastRound, limits: StartLimits) -> CameraFit:
    home, pose, seen = close.home, close.pose, close.seen
    tops = verify_start(close.found, pose, seen, home, limits)
    pixels = seen.pixels
    if tops.is_dark_first:
        home, pixels = home.opposite, np.roll(pixels, len(pixels) // 2, axis=0)
    return CameraFit(pose.camera, pose.field(seen.checker), home, pixels)


def calibrate(
    picture: Picture, corners: Corners, limits: CalibrationLimits = CalibrationLimits()
) -> Calibration:
    """Calibrates from a picture of the starting position, else NotTheStart; corners are rough."""
    fit = fit_camera(picture, corners, limits)
    camera, field, checkers = fit.camera, fit.field, start_checkers(fit.home)
    spots = camera.spots(fit.tops, field.thickness)
    appearance = measure_appearance(picture, camera, field, checkers, spots, limits.ground)
    return Calibration(camera, field, fit.home, appearance)


def calibrate_either_way(
    picture: Picture, corners: Corners, limits: CalibrationLimits = CalibrationLimits()
) -> Calibration:
    """Tries both ways in which rows may run; NotTheStart has the places if one way tells any."""
    try:
        return calibrate(picture, corners, limits)
    except NotTheStart as refusal:
        try:
            return calibrate(picture, corners.rotated(1), limits)
        except NotTheStart as other:
            raise (refusal if refusal.places else other) from None
