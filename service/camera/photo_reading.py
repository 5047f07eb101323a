"""The reading of one picture, and calibration for it with another picture of the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import cv2
import numpy as np

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place
from hardware.observations import UNKNOWN_SIGHTING, Sighting
from service.camera.corner_texts import check_inside, parse_corners
from service.camera.picture_errors import BoardNotSeen, FlawedStart, UnusableInput
from service.camera.picture_files import load_picture, write_picture
from vision.board_reader import read_picture
from vision.board_search.corner_search import BoardNotFound, find_board
from vision.calibration.calibration_flaws import NotTheStart
from vision.calibration.from_start_position import calibrate, calibrate_either_way
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera, Corners
from vision.camera_registration import BoardLost, is_mirrored, register_camera
from vision.overlay import LocatedReading, draw_overlay
from vision.picture_arrays import Picture, picture_size
from vision.picture_reading import CHECKERS_EACH, PictureReading
from vision.uncalibrated_reader import ASSUMED_HOME, read_uncalibrated

CERTAIN = 0.99
"""The probability from which on a place is reported without doubt."""
MAX_COVERED = 21
"""The most covered places of a board read without calibration; with more, none is assumed."""
MAX_ASPECT_DIFFERENCE = 0.01
"""The relative difference of aspect ratios up to which two pictures count as scaled copies."""


class PhotoWarning(Enum):
    """A warning about the reading of a picture."""

    NOTHING_LEARNT = "nothing_learnt"
    """There was no calibration: the colours and the seating are guesses."""
    MIRRORED = "mirrored"
    COVERED = "covered"
    UNSURE = "unsure"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"


class PhotoStep(Enum):
    """A step of reading a picture file that may take some seconds."""

    LEARNING = "learning"
    READING = "reading"
    DRAWING = "drawing"


StepListener = Callable[[PhotoStep, Path], None]
"""Called before each step, with its file."""


def ignore_step(_step: PhotoStep, _file: Path) -> None:
    """Ignores a step: the default, where nobody waits at a terminal."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """The reading of one picture, with its warnings."""

    sight: LocatedReading
    warnings: tuple[PhotoWarning, ...]
    is_calibrated: bool = True
    """True if the reading is based on a calibration."""

    @property
    def reading(self) -> PictureReading:
        return self.sight.reading

    @property
    def claims(self) -> Mapping[Place, Sighting]:
        return self.reading.sightings

    def claim(self, place: Place) -> Sighting:
        return self.claims.get(place, UNKNOWN_SIGHTING)

    def confidence(self, place: Place) -> float:
        """The probability of the most likely content of a place; 0 if it is covered."""
        covered = place in self.reading.covered
        return 0.0 if covered else self.reading.confidence(place)

    @property
    def corners(self) -> Corners:
        return self.sight.camera.corners(self.sight.field)

    def count(self, place: Place, colour: Colour) -> int:
        """The most likely number of checkers of a colour on a place."""
        light, dark = self.reading.best(place)
        return light if colour is Colour.LIGHT else dark

    def total(self, colour: Colour) -> int:
        """The most likely number of checkers of a colour on the table."""
        return sum(self.count(place, colour) for place in BACKGAMMON.places)

    @property
    def doubtful_places(self) -> tuple[Place, ...]:
        """The visible places that are reported with doubt."""
        reading, covered = self.reading, self.reading.covered
        visible = (place for place in BACKGAMMON.places if place not in covered)
        return tuple(place for place in visible if reading.confidence(place) < CERTAIN)

    @property
    def is_complete(self) -> bool:
        """True if all thirty checkers are found without doubt."""
        is_sure = self.is_calibrated and not self.reading.covered and not self.doubtful_places
        return is_sure and self.layout is not None

    @property
    def layout(self) -> Layout | None:
        """The most likely layout; None if it has not fifteen checkers of each colour."""
        if any(self.total(colour) != CHECKERS_EACH for colour in Colour):
            return None
        piles: dict[Place, Pile] = {}
        for place in BACKGAMMON.places:
            for colour in Colour:
                if count := self.count(place, colour):
                    if place in piles:
                        return None
                    piles[place] = Pile(colour, count)
        return Layout(piles)


def calibrate_from(picture: Picture, corners: Corners | None) -> Calibration:
    """Calibrates with a picture of the starting position; raises NotTheStart or UnusableInput."""
    if corners is not None:
        check_inside(corners, picture_size(picture))
        return calibrate(picture, corners)
    return calibrate_either_way(picture, find_board_corners(picture))


def find_board_corners(picture: Picture) -> Corners:
    """Returns the corners of the board in a picture; raises BoardNotSeen if none is found."""
    try:
        return find_board(picture)
    except BoardNotFound:
        raise BoardNotSeen from None


def read_photo(
    picture: Picture, corners: Corners | None, calibration: Calibration | None
) -> PhotoReading:
    """Reads a picture with a calibration; without one, calibrates with the picture, or guesses."""
    warnings = [PhotoWarning.MIRRORED] if corners is not None and corners.is_mirrored else []
    is_calibrated = True
    try:
        if calibration is None:
            calibration = calibrate_from(picture, corners)
        else:
            calibration = adapt_calibration(picture, calibration, corners)
        reading = read_picture(picture, calibration)
        located = LocatedReading(calibration.camera, calibration.field, calibration.home, reading)
    except NotTheStart:
        is_calibrated = False
        warnings.append(PhotoWarning.NOTHING_LEARNT)
        located = _read_uncalibrated(picture, corners)
    return PhotoReading(located, (*warnings, *warnings_of(located)), is_calibrated)


def adapt_calibration(
    picture: Picture, calibration: Calibration, corners: Corners | None
) -> Calibration:
    """Adapts a calibration to the camera pose in this picture; raises UnusableInput if it fails.

    `corners` are those in this picture; they help if the camera has moved far.
    """
    camera = _registered_camera(picture, calibration, corners)
    if is_mirrored(picture, calibration, camera):
        raise UnusableInput("mirrored")
    if camera is None:
        raise UnusableInput("lost")
    return replace(calibration, camera=camera)


def _registered_camera(
    picture: Picture, calibration: Calibration, corners: Corners | None
) -> BoardCamera | None:
    cameras = [calibration.camera, *([_camera_at_corners(corners, calibration)] if corners else [])]
    for camera in cameras:
        try:
            return register_camera(picture, replace(calibration, camera=camera))
        except BoardLost:
            continue
    return None


def _camera_at_corners(corners: Corners, calibration: Calibration) -> BoardCamera:
    """The camera pose that puts this board into these corners, without its lens distortion."""
    camera = calibration.camera
    before = camera.pixels(calibration.field.corners).astype(np.float32)
    moved = cv2.getPerspectiveTransform(before, corners.points.astype(np.float32))
    return replace(camera, matrix=np.asarray(moved, np.float64) @ camera.matrix)


def _read_uncalibrated(picture: Picture, corners: Corners | None) -> LocatedReading:
    """Reads a picture without calibration; assumes Light's home where the numbering begins."""
    where = corners or find_board_corners(picture)
    check_inside(where, picture_size(picture))
    guess = read_uncalibrated(picture, where)
    if guess.fitted is None or len(guess.reading.covered) > MAX_COVERED:
        raise UnusableInput("no_checkers" if corners is None else "corners_unlike")
    return LocatedReading(guess.fitted.camera, guess.fitted.field, ASSUMED_HOME, guess.reading)


def warnings_of(located: LocatedReading) -> tuple[PhotoWarning, ...]:
    """Returns the warnings that follow from a reading itself."""
    reading = PhotoReading(located, ())
    totals = [reading.total(colour) for colour in Colour]
    found = {
        PhotoWarning.COVERED: bool(reading.reading.covered),
        PhotoWarning.TOO_FEW: min(totals) < CHECKERS_EACH,
        PhotoWarning.TOO_MANY: max(totals) > CHECKERS_EACH,
        # The places follow this one in the report.
        PhotoWarning.UNSURE: bool(reading.doubtful_places),
    }
    return tuple(warning for warning, holds in found.items() if holds)


def read_photo_file(
    file: Path,
    corners: str | None,
    start: Path | None,
    overlay: Path | None,
    on_step: StepListener = ignore_step,
) -> PhotoReading:
    """Reads a picture file, and writes an overlay if asked; raises UnusableInput if it fails."""
    if overlay and any(_are_same(overlay, source) for source in (file, start) if source):
        raise UnusableInput("own_file", file=overlay)
    picture = load_picture(file)
    where = parse_corners(corners, picture_size(picture)) if corners is not None else None
    calibration = None
    if start:
        on_step(PhotoStep.LEARNING, start)
        calibration = _calibrate_for(picture, start, where)
    on_step(PhotoStep.READING, file)
    reading = read_photo(picture, where, calibration)
    if overlay:
        on_step(PhotoStep.DRAWING, overlay)
        write_picture(draw_overlay(picture, reading.sight), overlay)
    return reading


def calibrate_from_file(start: Path, corners: Corners | None) -> Calibration:
    """Calibrates with a file; raises UnusableInput unless it shows the starting position."""
    return _calibrate(start, load_picture(start), corners)


def _calibrate_for(picture: Picture, start: Path, corners: Corners | None) -> Calibration:
    """Calibrates for a picture of the same camera; scales the start if its size differs."""
    unscaled = load_picture(start)
    before, now = picture_size(unscaled), picture_size(picture)
    if before == now:
        return _calibrate(start, unscaled, corners)
    by = now[0] / before[0]
    if abs(by * before[1] / now[1] - 1) > MAX_ASPECT_DIFFERENCE:
        raise UnusableInput("other_size", size="{}x{}".format(*now), other="{}x{}".format(*before))
    same = cv2.resize(unscaled, now, interpolation=cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR)
    return _calibrate(start, np.asarray(same, np.uint8), corners)


def _calibrate(start: Path, picture: Picture, corners: Corners | None) -> Calibration:
    """Calibrates with a start; raises UnusableInput with what is wrong with it."""
    try:
        return _calibrate_anywhere(picture, corners)
    except NotTheStart as refusal:
        if refusal.places:
            raise FlawedStart(start, refusal) from None
    except BoardNotSeen:
        pass
    raise UnusableInput("not_the_start", file=start)


def _calibrate_anywhere(picture: Picture, corners: Corners | None) -> Calibration:
    """Calibrates with the given corners; if they do not fit, searches the board."""
    try:
        return calibrate_from(picture, corners)
    except NotTheStart as refusal:
        if corners is None:
            raise
        try:
            return calibrate(picture, _ordered_like(find_board_corners(picture), corners))
        except (NotTheStart, BoardNotSeen):
            raise refusal from None


def _ordered_like(found: Corners, given: Corners) -> Corners:
    """Reorders the corners so that they match the given ones best."""
    if found.is_mirrored != given.is_mirrored:
        found = Corners.of(found.points[::-1])
    return min(map(found.rotated, range(4)), key=lambda one: _distance(one, given))


def _distance(one: Corners, other: Corners) -> float:
    return float(np.linalg.norm(one.points - other.points, axis=1).sum())


def _are_same(overlay: Path, other: Path) -> bool:
    try:
        return overlay.samefile(other)
    except (OSError, ValueError):
        return False
