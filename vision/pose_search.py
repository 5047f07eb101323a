"""Fits camera and measures of an unknown board to its checkers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import camera_pose
from vision.calibration.circle_search import (
    BoardGuess,
    CircleScores,
    interpolate_offsets,
    lattice_spots,
    nearest_index,
    score_checkers,
)
from vision.camera_model import BoardCamera, Corners
from vision.field_geometry import ROW, FieldGeometry, LightHome, row_coordinates, start_checkers
from vision.picture_arrays import Picture, Plane, Points, Reals, picture_size


@dataclass(frozen=True, slots=True)
class PoseSearchLimits:
    """The limits of fitting a camera to an unknown board."""

    pose: camera_pose.PoseLimits = field(default_factory=camera_pose.PoseLimits)
    """The typical errors of checkers, and the limits of their circles."""
    tested_depths: tuple[float, ...] = (7.5, 8.4, 9.4, 10.5, 11.7, 13.0)
    """Tested depths of a board, in widths of a point."""
    min_circle_score: float = 0.3
    """Circle score from which it speaks for a checker."""
    gap_factor: float = 3.0
    """Factor by which a missing checker of a row counts against those behind it."""
    corner_error_sd: float = 5.0
    """Pixels; the typical error of a given corner."""
    measuring_resolution: float = 20.0
    """Pixels across a point that suffice to find the measures of a board."""
    min_side: float = 64.0
    """Pixels; the shortest side of a reduced picture."""
    first_windows: tuple[float, float, float] = (0.35, 0.25, 0.2)
    """Widths of a point around each checker in which it is first sought, round by round."""
    last_windows: tuple[float, float] = (0.2, 0.15)
    """Widths of a point around each checker in which it is last sought, round by round."""
    good_worth: float = 0.25
    """Worth for each checker from which no other measures are tried."""
    max_tries: int = 4
    """Measures of a board that are tried, at most."""
    half_worth_error: float = 0.4
    """Widths of a point by which a corner may be off before its worth is halved."""
    certain_score_fraction: float = 0.65
    """Fraction of the typical score that a certain checker exceeds."""
    typical_percentile: int = 75
    """Percentile of all scores that is the typical one."""
    min_checkers: int = 3
    """Checkers; the fewest from which a camera is fitted."""
    max_end_steps: int = 1
    """Steps of the circles' search by which each end of a row may be off the expected place."""
    end_step_penalty: float = 0.02
    """Worth that is taken off a row for each step that one of its ends is off."""


FULL = 5
"""Checkers of a row that are sought."""


@dataclass(frozen=True, slots=True)
class _Measures:
    """Measures in which boards and checkers differ, in widths of a point."""

    bar: float
    depth: float
    pitch: float

    def spots(self, checkers: Points) -> Points:
        """The spots of checkers, in the coordinates of the assumed field."""
        return lattice_spots(checkers, self.bar, self.depth, self.pitch)


def guess_lattices(
    picture: Picture, corners: Corners, limits: PoseSearchLimits
) -> list[BoardGuess]:
    """The best measures for each depth by the circles at checkers' places, best first."""
    every = [_best_guess(picture, corners, depth, limits) for depth in limits.tested_depths]
    return sorted(every, key=lambda guess: -guess.worth)


def cumulative_worth(seen: NDArray[np.floating], limits: PoseSearchLimits) -> Points:
    """The cumulative worth of each row after each checker, from the rim outwards."""
    clear = seen - limits.min_circle_score
    return np.cumsum(np.where(clear < 0, limits.gap_factor * clear, clear), axis=1)


def _best_guess(
    picture: Picture, corners: Corners, depth: float, limits: PoseSearchLimits
) -> BoardGuess:
    circles = limits.pose.circles
    found = score_checkers(picture, corners, depth, circles)
    every = [
        _guess(found, response, _Measures(bar, depth, 2 * radius * circles.row_spacing), limits)
        for radius, response in zip(circles.tested_radii, found.responses, strict=True)
        for bar in circles.tested_bars
    ]
    return max(every, key=lambda guess: guess.worth)


def _guess(
    found: CircleScores, response: Plane, measures: _Measures, limits: PoseSearchLimits
) -> BoardGuess:
    """The guess with these measures, each row moved to where it fits best."""
    checkers = row_coordinates(start_checkers(LightHome.BOTTOM_RIGHT))
    spots, worth = measures.spots(checkers), 0.0
    for is_top in (0, 1):
        aside, gain = _row_offsets(found, response, measures, is_top, limits)
        row = checkers[:, 2] == is_top
        spots[row] += interpolate_offsets(spots[row, :1], aside)
        worth += gain
    bar, depth, pitch = measures.bar, measures.depth, measures.pitch
    pixels = found.to_picture(found.to_rectified(spots))
    return BoardGuess(LightHome.BOTTOM_RIGHT, bar, depth, pitch, pixels, worth)


def _row_offsets(
    found: CircleScores, response: Plane, measures: _Measures, is_top: int, limits: PoseSearchLimits
) -> tuple[Points, float]:
    """The best offsets of a row's ends, across and down, and the worth of its circles."""
    checkers = np.array([(at, number + 0.5, is_top) for at in range(ROW) for number in range(FULL)])
    spots = measures.spots(checkers)
    ends = limits.pose.circles.ends(limits.max_end_steps)
    askew = limits.end_step_penalty / limits.pose.circles.offset_step * np.abs(ends).sum(axis=0)
    aside = interpolate_offsets(spots[:, :1], ends)
    high, wide = response.shape
    columns = nearest_index(found.to_rectified(spots[:, :1] + aside), wide)
    lines = nearest_index(found.to_rectified(spots[:, 1:] + aside), high)
    seen = response[lines[:, :, None], columns[:, None, :]]
    piles = cumulative_worth(seen.reshape(ROW, FULL, *seen.shape[1:]), limits).max(axis=1)
    worth = np.maximum(piles, 0).sum(axis=0) - askew[:, None] - askew
    down, right = np.unravel_index(int(worth.argmax()), worth.shape)
    return ends[:, [right, down]], float(worth[down, right])


ALL_CHECKERS: Reals = np.array(
    [(at, number + 0.5, is_top) for is_top in (0, 1) for at in range(ROW) for number in range(FULL)]
)
"""Every checker that may stand on the board itself: column, distance from the rim, is_top."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedBoard:
    """A camera and a board, fitted to checkers that stand out."""

    pose: camera_pose.CameraPose
    checker: float
    """Diameter of the checkers, in widths of a point."""
    checkers: Reals
    """The checkers that were used: column, distance from the rim in checkers, is_top."""
    visibility: Reals
    """Visibility of each of these checkers, from 0 to 1."""
    worth: float
    """Summed visibility of rows that begin at a rim."""

    def clear(self, limits: PoseSearchLimits) -> Points:
        """The spots on the board of those that surely are checkers."""
        typical = np.percentile(self.visibility, limits.typical_percentile)
        sharp = self.visibility > limits.certain_score_fraction * typical
        across, from_rim, is_top = self.checkers.T
        slots = np.where(is_top > 0, ROW + 1 + across, ROW - across)
        numbers = from_rim.astype(int)
        both = zip(slots[sharp].astype(int).tolist(), numbers[sharp].tolist(), strict=True)
        return np.array([self.field.spot(slot, number) for slot, number in both])

    @property
    def camera(self) -> BoardCamera:
        return self.pose.camera

    @property
    def field(self) -> FieldGeometry:
        return self.pose.field(self.checker)


def fit_board(picture: Picture, corners: Corners, limits: PoseSearchLimits) -> FittedBoard:
    """Fits camera and board to the circles within these corners; ValueError if none fits."""
    least = limits.min_side / min(picture_size(picture))
    by = float(np.clip(limits.measuring_resolution * ROW / corners.width, least, 1.0))
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    reduced = np.asarray(small, np.uint8)
    best = _best(_Task(reduced, corners.scaled(by), limits.corner_error_sd * by, limits))
    begun = replace(best, pose=replace(best.pose, size=picture_size(picture)))
    task = _Task(picture, corners, limits.corner_error_sd, limits)
    closest = _refine(task, begun, limits.last_windows)
    return replace(closest, worth=task.discounted_worth(closest))


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """The task of finding a board within some corners."""

    picture: Picture
    corners: Corners
    pointed: float
    """The typical error of a given corner, in pixels."""
    limits: PoseSearchLimits

    def discounted_worth(self, fitted: FittedBoard) -> float:
        """The worth of a result, reduced by the distance of its corners from the given ones."""
        aside = fitted.pose.seen_corners.points - self.corners.points
        widths = float(np.linalg.norm(aside, axis=1).max()) * ROW / self.corners.width
        return fitted.worth / (1 + (widths / self.limits.half_worth_error) ** 2)


def _best(task: _Task) -> FittedBoard:
    """The board whose measures explain most visible checkers; NoBoardInside if there is none."""
    best, most, limits = None, -1.0, task.limits
    for guess in guess_lattices(task.picture, task.corners, limits)[: limits.max_tries]:
        pose = camera_pose.initial_pose(guess, task.corners, picture_size(task.picture))
        nothing = FittedBoard(pose, guess.pitch, ALL_CHECKERS[:0], ALL_CHECKERS[:0, 0], 0.0)
        fitted = _refine(task, nothing, limits.first_windows)
        worth = task.discounted_worth(fitted)
        if worth > most:
            best, most = fitted, worth
        if worth > limits.good_worth * max(len(fitted.checkers), limits.min_checkers):
            break
    if best is None:
        raise NoBoardInside("no measures of a board fit the circles in the picture")
    return best


class NoBoardInside(ValueError):
    """Corners within which nothing like a board with checkers is found."""


def _refine(task: _Task, begun: FittedBoard, windows: Sequence[float]) -> FittedBoard:
    """The result refined round by round, up to the last round that gives a valid board."""
    if not windows:
        return begun
    try:
        sharper = _refine_once(task, begun, windows[0])
    except ValueError:
        return begun
    return _refine(task, sharper, windows[1:])


def _refine_once(task: _Task, fitted: FittedBoard, window: float) -> FittedBoard:
    """The result refined by the checkers found within a window around their expected places."""
    limits = task.limits
    found = camera_pose.score_tops(task.picture, fitted.pose, limits.pose)
    every = camera_pose.locate_tops(found, fitted.pose, ALL_CHECKERS, window, limits.pose)
    worth, checkers = _visible_rows(every.visibility, limits)
    if len(checkers) < limits.min_checkers:
        raise NoBoardInside("too few checkers are visible to fit a camera")
    seen = camera_pose.locate_tops(found, fitted.pose, checkers, window, limits.pose)
    pose = camera_pose.refine_pose(fitted.pose, seen, task.corners, task.pointed, limits.pose)
    sharper = FittedBoard(pose, seen.checker, checkers, seen.visibility, worth)
    pose.camera.corners(sharper.field)  # raises ValueError for an impossible camera
    return sharper


def _visible_rows(visibility: Points, limits: PoseSearchLimits) -> tuple[float, Reals]:
    """The worth of the rows that begin at a rim, and their checkers."""
    so_far = cumulative_worth(visibility.reshape(-1, FULL), limits)
    most = so_far.max(axis=1)
    long = np.where(most > 0, so_far.argmax(axis=1) + 1, 0)
    checkers: Reals = ALL_CHECKERS[(np.arange(FULL) < long[:, None]).ravel()]
    return float(np.maximum(most, 0).sum()), checkers
