"""Fits camera and board measures to corners and checkers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.calibration.circle_search import BoardGuess, CircleLimits, CircleScores, score_circles
from vision.camera_model import BoardCamera, Corners, ProjectionMatrix, apply_homography
from vision.field_geometry import HALF, ROW, FieldGeometry, row_coordinates, start_checkers
from vision.optimization import least_squares
from vision.picture_arrays import Picture, Plane, Points, Reals

FOCAL, LENS, BAR, DEPTH, PITCH, THICKNESS = range(6, 12)
"""Indices of values in a pose vector; the first six are the board's rotation and position."""


class Prior(NamedTuple):
    """The typical value of a measure, and its standard deviation."""

    value: float
    spread: float


PRIORS = {
    FOCAL: Prior(0.0, 0.35),
    LENS: Prior(0.0, 0.02),
    BAR: Prior(0.8, 0.8),
    DEPTH: Prior(10.3, 1.2),
    PITCH: Prior(0.93, 0.08),
    THICKNESS: Prior(0.21, 0.05),
}
"""Prior of each value; focal lengths as logarithms, over the longer side, lengths in points."""


@dataclass(frozen=True, slots=True)
class PoseLimits:
    """The typical errors of checkers, and the limits of their circles."""

    circles: CircleLimits = field(default_factory=CircleLimits)
    """The limits of the circles that are sought."""
    placing_sd: float = 0.04
    """Widths of a point; the typical error of a checker's place on the board."""
    circle_error_sd: float = 0.7
    """Pixels; the typical error of a circle's position."""
    tested_diameters: tuple[float, ...] = (0.92, 0.945, 0.97, 0.995)
    """Tested diameters, as fractions of the distance of neighbours in a row."""
    window_edge_penalty: float = 0.3
    """Score that is taken off a circle at the edge of its window."""
    min_window: float = 2.0
    """Pixels of the rectified picture; the least half side of a window."""
    min_visibility: float = 0.05
    """The least visibility of a checker, 0 to 1, even if nothing of it is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraPose:
    """A camera over a board, as a vector of parameters."""

    vector: Reals
    size: tuple[int, int]
    """Width and height of its pictures in pixels."""
    hand: float
    """-1 if the picture shows the board mirrored, else 1."""

    @property
    def camera(self) -> BoardCamera:
        focal = np.exp(self.vector[FOCAL]) * max(self.size)
        middle = (np.array(self.size) - 1) / 2
        inner = np.array([[focal * self.hand, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
        turn = cv2.Rodrigues(self.vector[:3])[0]
        centre = np.array([ROW + self.vector[BAR], self.vector[DEPTH], 0]) / 2
        # x to the right and y down leave the third axis pointing into the board.
        outer = np.column_stack([turn[:, :2], -turn[:, 2], self.vector[3:6] - turn @ centre])
        return BoardCamera(inner @ outer, self.size, float(self.vector[LENS]))

    @property
    def corners(self) -> Points:
        """The corners of the field on the board."""
        wide, deep = ROW + self.vector[BAR], self.vector[DEPTH]
        return np.array([(0, 0), (wide, 0), (wide, deep), (0, deep)])

    @property
    def seen_corners(self) -> Corners:
        return Corners.of(self.camera.pixels(self.corners))

    def tops(self, checkers: Reals) -> Points:
        """The middles of tops in x, y, z, by column, distance from the rim in checkers, is_top."""
        across, from_rim, is_top = checkers.T
        x = across + 0.5 + self.vector[BAR] * (across >= HALF)
        y = from_rim * self.vector[PITCH]
        y = np.where(is_top > 0, y, self.vector[DEPTH] - y)
        return np.column_stack([x, y, np.full(len(x), self.vector[THICKNESS])])

    def field(self, checker: float) -> FieldGeometry:
        """The geometry of the board, given the diameter of its checkers."""
        _, _, _, _, bar, depth, pitch, thickness = map(float, self.vector[4:])
        return FieldGeometry(max(bar, 0.0), depth, checker, thickness, max(pitch - checker, 0.0))


def initial_pose(guess: BoardGuess, corners: Corners, size: tuple[int, int]) -> CameraPose:
    """The initial camera, from the guessed pixels of the checkers' tops."""
    vector = np.zeros(len(PRIORS) + FOCAL)
    for at, usual in PRIORS.items():
        vector[at] = usual.value
    vector[[BAR, DEPTH, PITCH]] = guess.bar, guess.depth, guess.pitch
    pose = CameraPose(vector, size, -1.0 if corners.is_mirrored else 1.0)
    spots = pose.tops(row_coordinates(start_checkers(guess.home)))[:, :2] - pose.corners[2] / 2
    to_pixels = np.asarray(cv2.findHomography(spots, guess.pixels)[0], np.float64)
    turn, place = _decompose(to_pixels, pose)
    vector[:3] = cv2.Rodrigues(turn)[0].ravel()
    vector[3:6] = place + turn[:, 2] * vector[THICKNESS]
    return pose


@dataclass(frozen=True, slots=True, eq=False)
class CheckerDetections:
    """The visible tops of checkers in a picture."""

    checkers: Reals
    """Column, distance from the rim in checkers, and is_top of each checker."""
    pixels: Points
    visibility: Reals
    """Visibility of each checker, from 0 to 1."""
    checker: float
    """Diameter of the checkers, in widths of a point."""


def refine_pose(
    pose: CameraPose, seen: CheckerDetections, corners: Corners, error: float, limits: PoseLimits
) -> CameraPose:
    """The pose that explains checkers and corners best; `error` is a corner's, in pixels."""
    placing = limits.placing_sd * corners.width / ROW
    likely = np.hypot(placing, limits.circle_error_sd) / np.sqrt(seen.visibility)

    def residuals(vector: Reals) -> Reals:
        tried = replace(pose, vector=vector)
        camera = tried.camera
        tops = (camera.pixels(tried.tops(seen.checkers)) - seen.pixels) / likely[:, None]
        aside = (camera.pixels(tried.corners) - corners.points) / error
        prior = [(vector[at] - usual.value) / usual.spread for at, usual in PRIORS.items()]
        return np.concatenate([tops.ravel(), aside.ravel(), prior])

    return replace(pose, vector=least_squares(residuals, pose.vector))


def _decompose(to_pixels: ProjectionMatrix, pose: CameraPose) -> tuple[ProjectionMatrix, Reals]:
    """The rotation and the position of the board's middle, from a homography."""
    middle, focal = (np.array(pose.size) - 1) / 2, max(pose.size) * np.exp(pose.vector[FOCAL])
    inner = np.array([[focal * pose.hand, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    sides = np.linalg.inv(inner) @ to_pixels
    sides *= np.sign(sides[2, 2]) / np.linalg.norm(sides[:, 0])
    upwards = np.cross(sides[:, 0], sides[:, 1])
    left, _, right = np.linalg.svd(np.column_stack([sides[:, :2], upwards]))
    return left @ right, sides[:, 2]


def score_tops(picture: Picture, pose: CameraPose, limits: PoseLimits) -> CircleScores:
    """Scores the circles as wide as checkers, at the height of their tops."""
    pitch = float(pose.vector[PITCH])
    field = pose.field(pitch)
    plane, radii = pose.camera.plane(field.thickness), pitch / 2 * np.array(limits.tested_diameters)
    return score_circles(picture, plane, field, radii, limits.circles)


def locate_tops(
    found: CircleScores, pose: CameraPose, checkers: Reals, window: float, limits: PoseLimits
) -> CheckerDetections:
    """Returns the best circle within a window (widths of a point) around each checker."""
    expected = apply_homography(np.linalg.inv(found.plane), pose.camera.pixels(pose.tops(checkers)))
    cut = [_window(found, spot, window, limits) for spot in expected]
    every = [np.array([_peak(plane, window) for window in cut]) for plane in found.responses]
    worth = np.array([np.clip(peaks[:, 2], 0, 1).mean() for peaks in every])
    best = int(worth.argmax())
    at = _parabola_peak(worth.astype(np.float32), best)
    checker = 2 * float(np.interp(at, np.arange(len(found.radii)), found.radii))
    peaks = every[best]
    visibility = np.clip(peaks[:, 2], limits.min_visibility, 1)
    return CheckerDetections(checkers, found.to_picture(peaks[:, :2]), visibility, checker)


Window = tuple[int, int, int, int, Plane]
"""Left, top, right and bottom pixel, and the score that each pixel in it is reduced by."""


def _window(found: CircleScores, spot: Points, window: float, limits: PoseLimits) -> Window:
    high, wide = found.responses[0].shape
    x, y = found.to_rectified(spot)
    reach = max(window * found.scale, limits.min_window)
    left, right = (int(np.clip(v, 0, wide - 1)) for v in (x - reach, x + reach))
    top, bottom = (int(np.clip(v, 0, high - 1)) for v in (y - reach, y + reach))
    across, down = np.arange(left, right + 1) - x, np.arange(top, bottom + 1) - y
    away = (across[None, :] ** 2 + down[:, None] ** 2) / reach**2
    return left, top, right, bottom, (limits.window_edge_penalty * away).astype(np.float32)


def _peak(response: Plane, window: Window) -> tuple[float, float, float]:
    left, top, right, bottom, less = window
    part = response[top : bottom + 1, left : right + 1] - less
    y, x = np.unravel_index(int(part.argmax()), part.shape)
    worth = float(part[y, x] + less[y, x])
    across, down = _parabola_peak(part[y, :], int(x)), _parabola_peak(part[:, x], int(y))
    return left + across, top + down, worth


def _parabola_peak(line: Plane, at: int) -> float:
    """The sub-pixel position of a maximum, by a parabola."""
    if not 0 < at < len(line) - 1:
        return float(at)
    before, here, after = map(float, line[at - 1 : at + 2])
    bend = before - 2 * here + after
    return at + (0.5 * (before - after) / bend if bend < 0 else 0.0)
