"""Processing of each picture: calibration, tracking, claims."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from hardware.checkers import BACKGAMMON
from hardware.devices import DeviceFault, PictureSize, Shot
from hardware.observations import UNKNOWN_SIGHTING
from hardware.signals import CameraProblem
from referee.seating import NEAR_RIGHT, Orientation
from service.camera import calibration_store
from service.camera.board_calibration import (
    AutoCalibration,
    calibrate_from_start,
    calibrated_corners,
    find_corners,
)
from service.camera.camera_state import CalibrationOutcome, CalibrationResult, CameraState, Quad
from vision.calibration_data import Calibration
from vision.field_geometry import LightHome
from vision.overlay import LocatedReading, draw_overlay
from vision.picture_arrays import NotAPicture, Picture, check_picture, picture_size
from vision.picture_reading import PictureReading
from vision.tracking.change_detection import is_dark
from vision.tracking.change_tracker import STANDARD_STEPS, track_picture
from vision.tracking.tracker_state import TrackerState, TrackerTimes, start_tracking
from vision.tracking.unclear_reason import UnclearReason

JPEG_QUALITY = 80
"""The quality of a JPEG for people, from 0 to 100."""
TRACKER_PATIENCE = TrackerTimes(hand_seconds=6.0)
"""A player who thinks may hold a checker for long without moving."""


@dataclass(frozen=True, slots=True)
class JpegPicture:
    """A JPEG picture for people."""

    at: float
    size: PictureSize
    jpeg: bytes


def home_for(home: LightHome, orientation: Orientation) -> LightHome:
    """Returns where Light's home is, given where the board's own numbering has it.

    The function is its own inverse.
    """
    at_top = home.is_at_top != orientation.light_far
    at_right = home.is_at_right != orientation.home_left
    return next(one for one in LightHome if (one.is_at_top, one.is_at_right) == (at_top, at_right))


def _usable_picture(shot: Shot) -> Picture:
    """Returns the picture; raises DeviceFault, without the camera's name, if it is unusable."""
    try:
        return check_picture(shot.pixels)
    except NotAPicture as problem:
        raise DeviceFault(f"gives pictures that are too small: {problem}") from problem


class PictureProcessor:
    """Processes the pictures of a camera; its calibration is stored in `file`, if that is given."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._stored: Calibration | None = None
        """The calibration, with Light's home in the board's own numbering."""
        self._is_loaded = False
        """True once the file has been read."""
        self._orientation = NEAR_RIGHT
        self._tracker: TrackerState | None = None
        self._auto_calibration = AutoCalibration()
        self._shot: Shot | None = None
        self._reading: PictureReading | None = None
        """The last reading of the board."""
        self._problem: CameraProblem | None = None
        """The problem that kept the camera from seeing the board in the last picture, if any."""
        self.result: CalibrationResult | None = None
        """The result of the last calibration."""

    @property
    def is_calibrated(self) -> bool:
        """True if the camera is calibrated."""
        return self._stored is not None

    @property
    def calibration(self) -> Calibration | None:
        """The calibration at the camera's present position; one object while it stays."""
        return self._tracker.calibration if self._tracker else None

    def camera_opened(self) -> None:
        """Prepares for a newly opened camera: keeps the calibration, drops the tracking."""
        if not self._is_loaded:
            self._stored = calibration_store.load_calibration(self._file) if self._file else None
            self._is_loaded = True
        if self._tracker is not None and self._stored is not None:
            self._stored = replace(self._tracker.calibration, home=self._stored.home)
        self._tracker = self._shot = self._reading = None
        self._auto_calibration = AutoCalibration()

    def process(self, shot: Shot, orientation: Orientation = NEAR_RIGHT) -> CameraState:
        """Processes one more picture; raises DeviceFault if it cannot be used."""
        began = time.perf_counter()
        picture = _usable_picture(shot)
        self._shot, self._orientation = shot, orientation
        needs_calibration = self._needs_calibration(picture)
        if needs_calibration and self._auto_calibration.try_begin_attempt(picture, shot.at):
            worked = time.thread_time()
            self._calibrate(picture, None)
            self._auto_calibration.record_work(time.thread_time() - worked)
        is_known = self._is_calibrated_for(picture)
        state = self._track(picture, shot.at) if is_known else self._uncalibrated_state(shot)
        self._problem = state.problem
        return replace(state, milliseconds=1000 * (time.perf_counter() - began))

    def calibrate(
        self, corners: Quad | None, orientation: Orientation = NEAR_RIGHT
    ) -> CalibrationResult:
        """Calibrates with the newest picture, which must show the starting position."""
        if self._shot is None:
            return CalibrationResult(CalibrationOutcome.NO_PICTURE)
        self._orientation = orientation
        return self._calibrate(self._shot.pixels, corners)

    def find_board(self) -> Quad | None:
        """Returns the corners of the board, found automatically in the newest picture, or None."""
        return find_corners(self._shot.pixels) if self._shot else None

    def delete_calibration(self) -> CameraState | None:
        """Deletes the calibration, in memory and on disk; returns the view without it."""
        self._stored = self._tracker = self._reading = self.result = None
        self._auto_calibration = AutoCalibration()
        if self._file:
            calibration_store.delete_calibration(self._file)
        return self._uncalibrated_state(self._shot) if self._shot else None

    def jpeg(self, *, drawn: bool, widest: int) -> JpegPicture | None:
        """Returns the newest picture as JPEG, with an overlay of the reading if `drawn`."""
        if self._shot is None:
            return None
        picture = self._shot.pixels
        if drawn and (reading := self._located_reading()):
            picture = draw_overlay(picture, reading)
        wide, high = picture_size(picture)
        if wide > widest:
            smaller = (widest, max(round(high * widest / wide), 1))
            picture = cv2.resize(picture, smaller, interpolation=cv2.INTER_AREA)  # type: ignore[assignment] # as it was
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        return JpegPicture(self._shot.at, picture_size(picture), data.tobytes())

    def _needs_calibration(self, picture: Picture) -> bool:
        """True if a calibration is needed; a lost board may have been replaced by another."""
        return not self._is_calibrated_for(picture) or self._problem is CameraProblem.BOARD_LOST

    def _is_calibrated_for(self, picture: Picture) -> bool:
        """True if the camera is calibrated for pictures of this size."""
        return self._stored is not None and self._stored.camera.size == picture_size(picture)

    def _calibrate(self, picture: Picture, corners: Quad | None) -> CalibrationResult:
        attempt = calibrate_from_start(picture, corners)
        self.result = attempt.result
        if attempt.calibration is not None:
            home = home_for(attempt.calibration.home, self._orientation)
            self._stored = replace(attempt.calibration, home=home)
            self._tracker = self._reading = None
            if self._file and not calibration_store.store_calibration(self._stored, self._file):
                self.result = replace(attempt.result, is_stored=False)
        return self.result

    def _track(self, picture: Picture, at: float) -> CameraState:
        tracker, tracked = track_picture(self._current_tracker(), picture, at)
        self._tracker = tracker
        if tracked.reading is not None:
            self._reading = tracked.reading
        calibration = tracker.calibration
        return CameraState(
            at,
            picture_size(picture),
            is_calibrated=True,
            problem=tracked.problem,
            sightings=tracker.last_claims,
            unclaimed=tracked.unclear,
            corners=calibrated_corners(calibration),
            orientation=self._orientation,
        )

    def _current_tracker(self) -> TrackerState:
        """The present tracker state, or a new one if the board or the seating has changed."""
        assert self._stored is not None  # noqa: S101 - only called when calibrated
        home = home_for(self._stored.home, self._orientation)
        if self._tracker is None or self._tracker.calibration.home is not home:
            latest = self._tracker.calibration if self._tracker else self._stored
            turned = replace(latest, home=home)
            self._tracker = start_tracking(turned, STANDARD_STEPS, TRACKER_PATIENCE)
        return self._tracker

    def _uncalibrated_state(self, shot: Shot) -> CameraState:
        """The view without a calibration; its problem is reported after the first attempt."""
        picture = shot.pixels
        problem = CameraProblem.UNKNOWN_BOARD if self._auto_calibration.has_tried else None
        if is_dark(picture):
            problem = CameraProblem.TOO_DARK
        return CameraState(
            shot.at,
            picture_size(picture),
            is_calibrated=False,
            problem=problem,
            sightings=dict.fromkeys(BACKGAMMON.places, UNKNOWN_SIGHTING),
            unclaimed=dict.fromkeys(BACKGAMMON.places, UnclearReason.PROBLEM),
            orientation=self._orientation,
        )

    def _located_reading(self) -> LocatedReading | None:
        """The present reading with its places in the picture, for the overlay."""
        if self._tracker is None or self._reading is None:
            return None
        calibration, claims = self._tracker.calibration, self._tracker.last_claims
        covered = frozenset(place for place, claim in claims.items() if claim == UNKNOWN_SIGHTING)
        reading = replace(self._reading, covered=covered)
        return LocatedReading(calibration.camera, calibration.field, calibration.home, reading)
