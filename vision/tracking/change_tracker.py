"""Tracks a board picture by picture and reads what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from hardware.checkers import BACKGAMMON, Place
from hardware.observations import UNKNOWN_SIGHTING
from hardware.signals import CameraProblem
from vision.appearance_adaptation import adapt_calibration
from vision.board_reader import read_picture
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera
from vision.camera_registration import BoardLost, register_camera
from vision.picture_arrays import Mask, Picture, Plane
from vision.picture_reading import PictureReading
from vision.tracking.change_detection import (
    classify_changes,
    find_problem,
    is_dark,
    level_difference,
    match_light,
    noise_limit,
    update_noise,
)
from vision.tracking.tracked_area import LABELS, LabelFlags, SmallPicture
from vision.tracking.tracker_state import (
    RememberedBoard,
    TrackerState,
    TrackingResult,
    VisionSteps,
    are_false_hands,
    is_false_cover,
    observe_hands,
    trusted_labels,
    with_moved_camera,
)
from vision.tracking.unclear_reason import UnclearReason


def _register(picture: Picture, calibration: Calibration) -> BoardCamera | None:
    """Returns the present camera, or None if the board is not found."""
    try:
        return register_camera(picture, calibration)
    except BoardLost:
        return None


STANDARD_STEPS = VisionSteps(read_picture, _register, adapt_calibration)
"""The standard reader, registration and adaptation."""


def _nowhere() -> LabelFlags:
    return np.zeros(LABELS, np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class _Comparison:
    """One small picture, compared with the remembered one."""

    small: Picture
    at: float
    levels: Plane
    """Difference of each pixel, in levels."""
    lit: SmallPicture | None = None
    """The remembered picture in the light of this one, if anything differs."""
    other: Mask | None = None
    """True for changes that light does not explain, hands and their surroundings included."""
    hidden: LabelFlags = field(default_factory=_nowhere)
    """True for labels hidden by hands."""
    changed: LabelFlags = field(default_factory=_nowhere)
    """True for labels that have changed and are not hidden."""
    ghosts: LabelFlags = field(default_factory=_nowhere)
    """True for labels where a suspected hand was dropped."""
    restless: bool = False
    """True if something is moving."""
    problem: CameraProblem | None = None
    """The problem for which this picture cannot be read."""


def track_picture(
    state: TrackerState, picture: Picture, at: float
) -> tuple[TrackerState, TrackingResult]:
    """Processes one more picture of the camera; returns the new state and the result."""
    comparison, state = _compare(state, picture, at)
    if _may_have_moved(state, comparison):
        state = _seek_camera(state, picture, at)
        comparison, state = _compare(state, picture, at)
    comparison = _without_false_cover(state, _with_problem(state, comparison))
    ready = _readable_labels(state, comparison)
    reading: PictureReading | None = None
    if ready.any():
        if at - state.found_at >= state.patience.camera_seconds and not comparison.hidden.any():
            state = _seek_camera(state, picture, at)
            comparison, state = _compare(state, picture, at)
            ready = _readable_labels(state, comparison)
        reading = state.steps.read(picture, state.calibration)
        comparison = _without_false_hands(state, comparison, reading)
        ready = trusted_labels(state, comparison.hidden, ready | comparison.ghosts, reading)
        state = _apply_reading(state, comparison, ready, reading)
        comparison = replace(comparison, changed=comparison.changed & ~ready)
    state = _update_memory(state, comparison, ready)
    state = _update_calibration(state, comparison, picture, reading)
    return _claim(state, comparison, reading)


def _compare(state: TrackerState, picture: Picture, at: float) -> tuple[_Comparison, TrackerState]:
    """Compares a picture with the remembered one; updates what has moved and is hidden."""
    area = state.area
    small = area.reduce(picture)
    memory = state.memory
    if memory is None:
        return _begin(state, small, at)
    levels = level_difference(small, memory.picture)
    noise = noise_limit(memory.noise, state.limits.changes)
    comparison = _Comparison(small, at, levels)
    if is_dark(small, state.limits.changes.light):
        return replace(comparison, problem=CameraProblem.TOO_DARK), replace(state, previous=small)
    if not area.labels_in(levels > noise).any():
        return comparison, replace(state, previous=small, hidden_since=np.full(LABELS, np.inf))
    lit = match_light(memory.picture, small, area.checker, state.limits.changes.light)
    changed = level_difference(small, lit) > noise
    stirring = _moving_pixels(state, small, noise)
    restless = changed & stirring
    when = np.where(area.labels_in(restless), at, state.moved_at)
    sorts = classify_changes(changed, small, memory.picture, area, state.limits.changes)
    hand, when = observe_hands(state, sorts.hands, restless, when, at)
    hidden = area.labels_in(hand)
    things = area.labels_in(sorts.things) & ~hidden
    stirs = bool((when == at).any())
    other = changed | hand
    comparison = _Comparison(small, at, levels, lit, other, hidden, things, restless=stirs)
    since = np.where(hidden, np.minimum(state.hidden_since, at), np.inf)
    state = replace(state, previous=small, moved_at=when, hidden_since=since)
    return comparison, replace(state, is_current=state.is_current & ~hidden)


def _begin(state: TrackerState, small: Picture, at: float) -> tuple[_Comparison, TrackerState]:
    """The comparison before the board is found in a picture: there is nothing to compare with."""
    noise = np.full(small.shape[:2], state.limits.changes.first_noise, np.float32)
    dark = is_dark(small, state.limits.changes.light)
    problem = CameraProblem.TOO_DARK if dark else CameraProblem.BOARD_LOST
    restless = bool(_moving_pixels(state, small, noise_limit(noise, state.limits.changes)).any())
    comparison = _Comparison(small, at, noise, restless=restless, problem=problem)
    return comparison, replace(state, previous=small)


def _moving_pixels(state: TrackerState, small: Picture, noise: Plane) -> Mask:
    """A mask of what differs from the previous picture."""
    if state.previous is None:
        return np.zeros(small.shape[:2], np.bool_)
    return level_difference(small, state.previous) > noise


def _may_have_moved(state: TrackerState, comparison: _Comparison) -> bool:
    """True if the camera should be sought before anything is read."""
    if comparison.problem is CameraProblem.TOO_DARK or comparison.restless:
        return False
    if comparison.at - state.sought_at < state.patience.retry_seconds:
        return False
    if state.memory is None:
        return True
    return _is_lost(state, comparison) or int(comparison.changed.sum()) > state.limits.max_changed


def _is_lost(state: TrackerState, comparison: _Comparison) -> bool:
    """True if most of the board is hidden or changed."""
    return bool((comparison.hidden | comparison.changed).mean() > state.limits.lost_fraction)


def _seek_camera(state: TrackerState, picture: Picture, at: float) -> TrackerState:
    """The state after the camera has been sought."""
    state = replace(state, sought_at=at)
    camera = state.steps.register(picture, state.calibration)
    if camera is None:
        return replace(state, found_at=-np.inf)
    state = replace(with_moved_camera(state, camera, picture), found_at=at)
    if state.memory is None:
        small = state.area.reduce(picture)
        quiet = np.full(small.shape[:2], state.limits.changes.first_noise, np.float32)
        state = replace(state, memory=RememberedBoard(small.astype(np.float32), quiet))
    return state


def _with_problem(state: TrackerState, comparison: _Comparison) -> _Comparison:
    """The comparison with the problem, if any, for which nothing can be read."""
    if comparison.problem or state.memory is None or not _is_lost(state, comparison):
        return comparison
    problem = find_problem(
        comparison.small, state.memory.picture, state.area.checker, state.limits.changes.light
    )
    found = state.found_at >= state.sought_at
    return replace(comparison, problem=problem or (None if found else CameraProblem.BOARD_LOST))


def _without_false_cover(state: TrackerState, comparison: _Comparison) -> _Comparison:
    """The comparison without hands that hide most of a board found in the same picture."""
    if comparison.problem or not _is_lost(state, comparison):
        return comparison
    if not is_false_cover(state, comparison.hidden, comparison.at):
        return comparison
    changed = comparison.hidden | comparison.changed
    return replace(comparison, other=None, hidden=_nowhere(), changed=changed)


def _readable_labels(state: TrackerState, comparison: _Comparison) -> LabelFlags:
    """The labels that can be read now; none if nothing has to be."""
    if comparison.problem:
        return _nowhere()
    still = comparison.at - state.moved_at >= state.patience.rest_seconds
    unsettled = comparison.changed & ~still
    in_sight = ~comparison.hidden & ~state.area.around(unsettled) & still
    ready: LabelFlags = in_sight & (comparison.changed | ~state.is_current)
    lately = comparison.at - state.read_at < state.patience.retry_seconds
    was_still = state.moved_at + state.patience.rest_seconds <= state.read_at
    uncovered = (state.read_under & ~comparison.hidden).any()
    if not ready.any() or (lately and not uncovered and was_still[ready].all()):
        return _nowhere()
    return in_sight


def _without_false_hands(
    state: TrackerState, comparison: _Comparison, reading: PictureReading
) -> _Comparison:
    """The comparison without old suspected hands that the reader does not see."""
    hidden = comparison.hidden
    if not are_false_hands(state, hidden, reading, comparison.at):
        return comparison
    changed = comparison.changed | hidden
    return replace(comparison, hidden=_nowhere(), changed=changed, ghosts=hidden)


def _apply_reading(
    state: TrackerState, comparison: _Comparison, ready: LabelFlags, reading: PictureReading
) -> TrackerState:
    """The state with the sightings of the labels that were to be read."""
    sightings, claims = reading.sightings, dict(state.claims)
    for spot in np.flatnonzero(ready):
        claims |= {at: sightings.get(at, UNKNOWN_SIGHTING) for at in state.area.places[spot]}
    under = comparison.hidden
    judged = state.is_current | ready
    now = comparison.at
    return replace(state, is_current=judged, claims=claims, read_at=now, read_under=under)


def _update_memory(state: TrackerState, comparison: _Comparison, ready: LabelFlags) -> TrackerState:
    """The state with the remembered picture updated, except where it is hidden or changing."""
    memory = state.memory
    if memory is None or comparison.problem:
        return state
    noise, picture = memory.noise, memory.picture
    limits = state.limits
    unsure = comparison.hidden | state.area.around(comparison.changed)
    share = np.float32(limits.calm_rate if comparison.lit is None else limits.light_change_rate)
    if not (unsure.any() or ready.any()):
        picture = picture + share * (comparison.small - picture)
        if comparison.lit is None:
            noise = update_noise(noise, comparison.levels, limits.changes)
    elif not unsure.all():
        each = np.where(ready, np.float32(1), np.where(unsure, np.float32(0), share))
        shares = each[state.area.labels]
        if comparison.other is not None:
            around = state.area.outside & ~comparison.other
            shares = np.where(around, share, shares)
        picture = picture + shares[..., None] * (comparison.small - picture)
    return replace(state, memory=RememberedBoard(picture, noise))


def _update_calibration(
    state: TrackerState, comparison: _Comparison, picture: Picture, reading: PictureReading | None
) -> TrackerState:
    """The state with its calibration updated, if everything was read clearly."""
    early = comparison.at - state.learnt_at < state.patience.learning_seconds
    if reading is None or early or comparison.hidden.any() or comparison.changed.any():
        return state
    if reading.covered or not state.is_current.all():
        return state
    calibration = state.steps.learn(picture, state.calibration, reading)
    return replace(state, calibration=calibration, learnt_at=comparison.at)


def _claim(
    state: TrackerState, comparison: _Comparison, reading: PictureReading | None
) -> tuple[TrackerState, TrackingResult]:
    """The state and the result for the caller, from the claims and the present problem."""
    unclear = _unclear_places(state, comparison)
    claims = {
        place: UNKNOWN_SIGHTING if place in unclear else state.claims.get(place, UNKNOWN_SIGHTING)
        for place in BACKGAMMON.places
    }
    covered = comparison.hidden.mean() > state.limits.lost_fraction
    problem = comparison.problem or (CameraProblem.COVERED if covered else None)
    since = min(state.problem_since, comparison.at) if problem else np.inf
    moving = comparison.restless or not comparison.problem
    wait = state.patience.moving_problem_seconds if moving else state.patience.problem_seconds
    lasting = problem if comparison.at - since >= wait else None
    new = None if claims == state.last_claims else claims
    result = TrackingResult(new, lasting, unclear, reading)
    now = comparison.problem
    return replace(state, last_claims=claims, problem=now, problem_since=since), result


def _unclear_places(state: TrackerState, comparison: _Comparison) -> Mapping[Place, UnclearReason]:
    """The places of which nothing is claimed, each with its reason."""
    if comparison.problem:
        return dict.fromkeys(BACKGAMMON.places, UnclearReason.PROBLEM)
    area = state.area
    unsettled = comparison.changed & (comparison.at - state.moved_at < state.patience.rest_seconds)
    every = (
        (~state.is_current, UnclearReason.UNSEEN),
        (area.around(unsettled) | comparison.changed, UnclearReason.MOVING),
        (comparison.hidden, UnclearReason.HIDDEN),
    )
    return {place: reason for labels, reason in every for place in area.places_at(labels)}
