"""Calibration from a picture of the start, and the moments for automatic attempts."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.backgammon.position import START
from engine.players import Player
from hardware.checkers import BACKGAMMON, Colour, Place
from referee.seating import Seating
from service.camera.camera_state import (
    CalibrationOutcome,
    CalibrationQuality,
    CalibrationResult,
    Quad,
)
from vision.board_reader import read_picture
from vision.board_search.corner_search import BoardNotFound, find_board
from vision.calibration.calibration_flaws import CalibrationFlaw, NotTheStart
from vision.calibration.from_start_position import calibrate_either_way
from vision.calibration_data import WHITE, Calibration
from vision.camera_model import SHORTEST, Corners
from vision.picture_arrays import Picture, picture_size
from vision.picture_reading import PictureReading
from vision.tracking.change_detection import is_dark

REDUCED_SIZE = (64, 36)
"""Width and height of the reduced picture in which changes are detected."""
CHANGE_LEVELS = 6.0
"""Brightness levels; two reduced pictures that differ by more in one pixel count as different."""
STILL_SECONDS = 1.5
"""Seconds without motion before an attempt."""
MIN_PAUSE = 3.0
"""The least number of seconds from one attempt to the next."""
PAUSE_FACTOR = 5.0
"""The pause after an attempt, in multiples of its processor time, to keep slow machines responsive.

Multiples of its duration would be minutes where other programs are busy."""
RETRY_AFTER = 300.0
"""Seconds until an unchanged picture is tried again; the light may have changed slowly."""

ReducedPicture = NDArray[np.float32]


@dataclass(slots=True)
class AutoCalibration:
    """Watches the pictures of an unknown board, and decides when to attempt a calibration."""

    _last: ReducedPicture | None = None
    _moved_at: float = -np.inf
    _tried: ReducedPicture | None = None
    _tried_at: float = -np.inf
    _pause: float = MIN_PAUSE

    def try_begin_attempt(self, picture: Picture, at: float) -> bool:
        """Begins an attempt if this picture is worth one; returns False if not."""
        reduced = _reduced(picture)
        if self._last is None or _has_changed(reduced, self._last):
            self._moved_at = at
        self._last = reduced
        if at - self._moved_at < STILL_SECONDS or at - self._tried_at < self._wait_seconds(reduced):
            return False
        self._tried, self._tried_at = reduced, at
        return True

    def record_work(self, seconds: float) -> None:
        """Notes the processor seconds that an attempt took."""
        self._pause = max(MIN_PAUSE, PAUSE_FACTOR * seconds)

    @property
    def has_tried(self) -> bool:
        """True if there has been an attempt."""
        return self._tried is not None

    def _wait_seconds(self, reduced: ReducedPicture) -> float:
        same = self._tried is not None and not _has_changed(reduced, self._tried)
        return RETRY_AFTER if same else self._pause


def _reduced(picture: Picture) -> ReducedPicture:
    small = cv2.resize(picture, REDUCED_SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def _has_changed(one: ReducedPicture, other: ReducedPicture) -> bool:
    return bool(np.abs(one - other).max() > CHANGE_LEVELS)


BRIGHTNESS_PIXELS = 64
"""The width of the reduced picture in which brightness is measured."""
START_LAYOUT = Seating(Player.ONE).layout(START, Player.ONE)
"""The starting position, as Light counts the places."""


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationAttempt:
    """The result of a calibration, with the calibration itself if it succeeded."""

    result: CalibrationResult
    calibration: Calibration | None = None


def calibrate_from_start(picture: Picture, corners: Quad | None) -> CalibrationAttempt:
    """Calibrates from a picture of the starting position; without corners they are detected."""
    size = (BRIGHTNESS_PIXELS, BRIGHTNESS_PIXELS)
    if is_dark(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)):
        return CalibrationAttempt(CalibrationResult(CalibrationOutcome.TOO_DARK))
    board_corners = _detect(picture) if corners is None else _given_corners(corners, picture)
    if board_corners is None:
        given = corners is not None
        outcome = CalibrationOutcome.BAD_CORNERS if given else CalibrationOutcome.NO_BOARD
        return CalibrationAttempt(CalibrationResult(outcome))
    try:
        return _verify(picture, calibrate_either_way(picture, board_corners))
    except NotTheStart as refusal:
        return _failed_attempt(quad_of(board_corners), refusal.flaw, refusal.places)


def find_corners(picture: Picture) -> Quad | None:
    """The corners of the board in a picture, or None if it is not found automatically."""
    board_corners = _detect(picture)
    return None if board_corners is None else quad_of(board_corners)


def quad_of(corners: Corners) -> Quad:
    """The corners as a plain value."""
    return corners.top_left, corners.top_right, corners.bottom_right, corners.bottom_left


def calibrated_corners(calibration: Calibration) -> Quad:
    """The corners of the field in the pictures of a calibrated camera."""
    return quad_of(calibration.camera.corners(calibration.field))


def _detect(picture: Picture) -> Corners | None:
    try:
        return find_board(picture)
    except BoardNotFound:
        return None


def _given_corners(quad: Quad, picture: Picture) -> Corners | None:
    """The corners that a person has given; None if no board in this picture can have them."""
    try:
        corners = Corners(*quad)
    except ValueError:
        return None
    if corners.outside_of(picture_size(picture)) or corners.shortest < SHORTEST:
        return None
    # People give the corners in either direction around the board.
    return Corners.of(corners.points[::-1]) if corners.is_mirrored else corners


def _verify(picture: Picture, calibration: Calibration) -> CalibrationAttempt:
    """Accepts a calibration only if it reads the starting position in its own picture."""
    reading = read_picture(picture, calibration)
    corners, wrong = calibrated_corners(calibration), _wrong_places(reading)
    if wrong:
        return _failed_attempt(corners, CalibrationFlaw.READ_OTHERWISE, wrong)
    quality = _quality(calibration, reading)
    result = CalibrationResult(CalibrationOutcome.LEARNT, corners, quality=quality)
    return CalibrationAttempt(result, calibration)


def _failed_attempt(
    corners: Quad, flaw: CalibrationFlaw, places: tuple[Place, ...]
) -> CalibrationAttempt:
    outcome = CalibrationOutcome.NOT_THE_START
    return CalibrationAttempt(CalibrationResult(outcome, corners, flaw, places))


def _wrong_places(reading: PictureReading) -> tuple[Place, ...]:
    """The places that are read as something else than in the starting position."""
    sightings = reading.sightings
    return tuple(
        place
        for place in BACKGAMMON.places
        if not sightings[place].allows(*(START_LAYOUT.count(place, colour) for colour in Colour))
    )


def _quality(calibration: Calibration, reading: PictureReading) -> CalibrationQuality:
    field, appearance = calibration.field, calibration.appearance
    corners = calibration.camera.corners(field)
    contrast = np.abs(appearance.light_colour - appearance.dark_colour).max() / WHITE
    return CalibrationQuality(
        checker_pixels=corners.width / field.width * field.checker,
        contrast=float(contrast),
        confidence=min(chances.confidence for chances in reading.chances.values()),
    )
