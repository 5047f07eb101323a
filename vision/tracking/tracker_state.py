"""The state of tracking, its waiting times, and which suspected hands count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour, Place, tray
from hardware.observations import Sighting
from hardware.signals import CameraProblem
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera
from vision.occlusion import surroundings
from vision.picture_arrays import Mask, Picture, Plane
from vision.picture_reading import PictureReading
from vision.tracking.change_detection import ChangeLimits
from vision.tracking.tracked_area import (
    LABELS,
    TRAYS,
    AreaLimits,
    LabelFlags,
    SmallPicture,
    TrackedArea,
    tracked_area,
)
from vision.tracking.unclear_reason import UnclearReason

Sightings = Mapping[Place, Sighting]
Times = NDArray[np.float64]
"""Seconds, one for each label."""
ReadStep = Callable[[Picture, Calibration], PictureReading]
"""Reads a picture of a calibrated board."""
RegisterStep = Callable[[Picture, Calibration], BoardCamera | None]
"""Returns the present camera, or None if the board is not found."""
AdaptStep = Callable[[Picture, Calibration, PictureReading], Calibration]
"""Updates a calibration by a picture that was read clearly."""


@dataclass(frozen=True, slots=True)
class TrackerTimes:
    """Waiting times in seconds."""

    rest_seconds: float = 0.3
    """Seconds without movement before a place is read."""
    hand_seconds: float = 3.0
    """Seconds without movement after which a suspected hand is treated as part of the table."""
    piece_beside_seconds: float = 1.0
    """Seconds of rest for a piece that is hardly over the field: probably borne-off checkers."""
    false_cover_seconds: float = 2.5
    """Seconds of rest for a piece that hides most of a board found in the same picture."""
    ghost_hand_seconds: float = 2.0
    """Seconds after which a suspected hand is dropped if the reader does not see it."""
    problem_seconds: float = 3.0
    """Seconds before a problem is reported: somebody may just lean over the board."""
    moving_problem_seconds: float = 10.0
    """Seconds before a problem is reported while something moves: a board may be set up."""
    retry_seconds: float = 2.0
    """Seconds before a failed reading or registration is repeated although nothing has changed."""
    camera_seconds: float = 20.0
    """Seconds for which a found position of the camera is trusted."""
    learning_seconds: float = 30.0
    """Seconds between two pictures that update the calibration."""


@dataclass(frozen=True, slots=True)
class TrackerLimits:
    """The limits of tracking."""

    area: AreaLimits = field(default_factory=AreaLimits)
    """The size of the tracked area and of its parts."""
    changes: ChangeLimits = field(default_factory=ChangeLimits)
    """The limits of changes, of light and of hands."""
    calm_rate: float = 0.03
    """Weight from 0 to 1 of a picture in the remembered one while nothing changes."""
    light_change_rate: float = 0.3
    """Weight from 0 to 1 of a picture in the remembered one after a change of light."""
    lost_fraction: float = 0.5
    """Fraction of the labels; if more are hidden or changed, the camera moved or is covered."""
    max_changed: int = 8
    """Labels; no play changes more, so the camera may have moved."""
    min_camera_shift: float = 0.25
    """Pixels; a smaller movement of the field's corners is ignored."""
    max_area_beside: float = 2.0
    """Areas of a checker; a hand that covers less of the field may be checkers beside it."""
    min_confidence: float = 0.95
    """Probability of each place's content from which it is clear that no hand hides it."""


@dataclass(frozen=True, slots=True)
class VisionSteps:
    """The steps of vision that need a full picture."""

    read: ReadStep
    """Reads the picture."""
    register: RegisterStep
    """Finds the present camera."""
    learn: AdaptStep
    """Updates the calibration."""


@dataclass(frozen=True, slots=True, eq=False)
class TrackingResult:
    """The result of one picture."""

    sightings: Sightings | None
    """The sightings that may be claimed now; None if unchanged."""
    problem: CameraProblem | None
    """The problem that keeps the camera from seeing the board, once it has lasted."""
    unclear: Mapping[Place, UnclearReason]
    """The places of which nothing is claimed, each with its reason."""
    reading: PictureReading | None = None
    """The reading of this picture, if one was needed."""


@dataclass(frozen=True, slots=True, eq=False)
class RememberedBoard:
    """The remembered look of a board, as a small picture."""

    picture: SmallPicture
    noise: Plane
    """Noise of each pixel: the usual difference of unchanged pictures, in levels."""


@dataclass(frozen=True, slots=True, eq=False)
class TrackerState:
    """The state of tracking one board with one camera."""

    calibration: Calibration
    steps: VisionSteps
    area: TrackedArea
    patience: TrackerTimes = TrackerTimes()
    limits: TrackerLimits = TrackerLimits()
    claims: Sightings = field(default_factory=dict)
    """The sighting of each place when it was last read, at rest and in sight."""
    last_claims: Sightings = field(default_factory=dict)
    """The sightings that were claimed last."""
    memory: RememberedBoard | None = None
    """The remembered picture; None until the board is found in one."""
    previous: Picture | None = None
    """The previous small picture."""
    is_current: LabelFlags = field(default_factory=lambda: np.zeros(LABELS, np.bool_))
    """True for labels that were read since a hand was last there."""
    moved_at: Times = field(default_factory=lambda: np.full(LABELS, -np.inf))
    """The time of the last movement at each label."""
    hidden_since: Times = field(default_factory=lambda: np.full(LABELS, np.inf))
    """The time since which a hand is seen at each label without a break; infinity for none."""
    read_at: float = -np.inf
    """The time of the last reading."""
    read_under: LabelFlags = field(default_factory=lambda: np.zeros(LABELS, np.bool_))
    """True for labels that hands hid at the last reading."""
    found_at: float = -np.inf
    """The time when the camera was last found; -infinity if it is lost."""
    sought_at: float = -np.inf
    """The time when the camera was last sought."""
    learnt_at: float = -np.inf
    """The time of the last update of the calibration."""
    problem: CameraProblem | None = None
    """The problem for which the last picture could not be read, reported or not."""
    problem_since: float = np.inf
    """The time since which there has been a problem."""


def start_tracking(
    calibration: Calibration,
    steps: VisionSteps,
    patience: TrackerTimes = TrackerTimes(),
    limits: TrackerLimits = TrackerLimits(),
) -> TrackerState:
    """Returns the initial state of tracking a calibrated board."""
    return TrackerState(
        calibration, steps, tracked_area(calibration, limits.area), patience, limits
    )


def with_moved_camera(state: TrackerState, camera: BoardCamera, picture: Picture) -> TrackerState:
    """The state with the camera and the remembered picture moved to the new position."""
    calibration = state.calibration
    before, after = (it.pixels(calibration.field.corners) for it in (calibration.camera, camera))
    if np.abs(before - after).max() < state.limits.min_camera_shift:
        return state
    now = replace(calibration, camera=camera)
    area = tracked_area(now, state.limits.area)
    memory = state.memory and _moved_memory(state.memory, state, area, now, area.reduce(picture))
    return replace(state, calibration=now, area=area, memory=memory, previous=None)


def _moved_memory(
    memory: RememberedBoard,
    state: TrackerState,
    area: TrackedArea,
    now: Calibration,
    small: Picture,
) -> RememberedBoard:
    """The remembered picture as seen from the new position; new parts are of the new picture."""
    before, height = state.area, now.field.thickness / 2
    spots = now.camera.spots(area.pixels(), height)
    raised = np.column_stack([spots, np.full(len(spots), height)])
    pixels = state.calibration.camera.pixels(raised)
    places = (pixels - (before.left, before.top) + 0.5) / before.step - 0.5
    across, down = (places[:, axis].reshape(area.labels.shape) for axis in (0, 1))
    maps = across.astype(np.float32), down.astype(np.float32)
    rows, columns = before.labels.shape
    unseen = (across < 0) | (across > columns - 1) | (down < 0) | (down > rows - 1)
    picture = cv2.remap(memory.picture, *maps, cv2.INTER_LINEAR)
    noise = cv2.remap(memory.noise, *maps, cv2.INTER_LINEAR)
    return RememberedBoard(
        np.where(unseen[..., None], small, picture).astype(np.float32),
        np.where(unseen, state.limits.changes.first_noise, noise).astype(np.float32),
    )


BORNE_OFF = frozenset(map(tray, Colour))
"""The trays of both colours."""


def observe_hands(
    state: TrackerState, hands: Iterable[Mask], moving: Mask, moved_at: Times, at: float
) -> tuple[Mask, Times]:
    """The mask of what hands hide, and times of movement; pieces at rest are left out."""
    area, times = state.area, state.patience
    hidden = np.zeros(moving.shape, np.bool_)
    for hand in hands:
        around = surroundings(hand, area.raster, state.limits.changes.hands)
        labels = area.labels_in(around)
        if (hand & moving).sum() >= area.min_pixels:
            moved_at = np.where(labels, at, moved_at)
        over = np.count_nonzero(hand & ~area.outside)
        is_beside = over < state.limits.max_area_beside * np.pi / 4 * area.checker**2
        wait = times.piece_beside_seconds if is_beside else times.hand_seconds
        if (at - moved_at[labels] < wait).any():
            hidden |= around
    return hidden, moved_at


def is_false_cover(state: TrackerState, hidden: LabelFlags, at: float) -> bool:
    """True if hands seem to hide most of a board that was found in the same picture."""
    found = state.found_at >= at
    return found and not (at - state.moved_at[hidden] < state.patience.false_cover_seconds).any()


def are_false_hands(
    state: TrackerState, hidden: LabelFlags, reading: PictureReading, at: float
) -> bool:
    """True for old suspected hands that the reader does not see.

    Either the places below must be clear, or the suspected hand has rested: a real hand does not
    rest for so long.
    """
    if reading.covered or not hidden.any():
        return False
    times = state.patience
    long = (at - state.hidden_since)[hidden].max()
    still = (at - state.moved_at)[hidden].min()
    rests = still >= times.ghost_hand_seconds and long >= times.hand_seconds
    below = state.area.places_at(hidden) - BORNE_OFF
    plain = all(reading.chances[place].confidence > state.limits.min_confidence for place in below)
    return bool(rests or (plain and long >= times.ghost_hand_seconds))


def trusted_labels(
    state: TrackerState, hidden: LabelFlags, ready: LabelFlags, reading: PictureReading
) -> LabelFlags:
    """The labels of `ready` that this reading may decide.

    All False if the reader misses a hand that is there: it would place hidden checkers elsewhere.
    """
    area = state.area
    if not area.places_at(hidden) - BORNE_OFF <= reading.covered:
        return np.zeros_like(ready)
    clear = [not reading.covered.intersection(places) for places in area.places]
    clear[TRAYS] = not reading.covered
    return np.asarray(ready & np.array(clear))
