"""Which camera, and which measures of a board, explain where its corners and checkers are seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.corners import Corners
from vision.eye import Eye, Matrix
from vision.field import HALF, ROW, Field
from vision.learning.opening import opening, rows
from vision.learning.searching import Guess
from vision.pictures import Points
from vision.solving import Vector, solved

FOCAL, LENS, BAR, DEPTH, PITCH, THICKNESS = range(6, 12)
"""Where in a vector each value is; the first six are how the board is turned, and where it is."""


class Usual(NamedTuple):
    """What a value is on most boards, and how far it may well be from that."""

    value: float
    spread: float


USUAL = {
    FOCAL: Usual(0.0, 0.35),  # the logarithm of the focal length over the picture's longer side
    LENS: Usual(0.0, 0.02),
    BAR: Usual(0.8, 0.8),
    DEPTH: Usual(10.3, 1.2),
    PITCH: Usual(0.93, 0.08),
    THICKNESS: Usual(0.21, 0.05),
}
PLACING = 0.04
"""Widths of a point a checker may well lie beside where it should."""
POINTING = 0.7
"""Pixels a circle may well be found beside where it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A camera over a board, as the values that make it."""

    vector: Vector
    size: tuple[int, int]
    """How wide and how high its pictures are."""
    hand: float
    """-1 where the picture shows the board as a mirror would, else 1."""

    @property
    def eye(self) -> Eye:
        """The camera."""
        focal = np.exp(self.vector[FOCAL]) * max(self.size)
        middle = (np.array(self.size) - 1) / 2
        inner = np.array([[focal * self.hand, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
        turn = cv2.Rodrigues(self.vector[:3])[0]
        centre = np.array([ROW + self.vector[BAR], self.vector[DEPTH], 0]) / 2
        # x to the right and y down leave the third axis pointing into the board.
        outer = np.column_stack([turn[:, :2], -turn[:, 2], self.vector[3:6] - turn @ centre])
        return Eye(inner @ outer, self.size, float(self.vector[LENS]))

    @property
    def corners(self) -> Points:
        """Those of the field, on the board."""
        wide, deep = ROW + self.vector[BAR], self.vector[DEPTH]
        return np.array([(0, 0), (wide, 0), (wide, deep), (0, deep)])

    @property
    def seen_corners(self) -> Corners:
        """Those of the field, in the picture."""
        return Corners.of(self.eye.pixels(self.corners))

    def tops(self, stands: Vector) -> Points:
        """The middles of the tops of checkers, told by `rows`."""
        across, from_rim, is_top = stands.T
        x = across + 0.5 + self.vector[BAR] * (across >= HALF)
        y = from_rim * self.vector[PITCH]
        y = np.where(is_top > 0, y, self.vector[DEPTH] - y)
        return np.column_stack([x, y, np.full(len(x), self.vector[THICKNESS])])

    def field(self, checker: float) -> Field:
        """The measures of the board, the checkers being so wide."""
        _, _, _, _, bar, depth, pitch, thickness = map(float, self.vector[4:])
        return Field(max(bar, 0.0), depth, checker, thickness, max(pitch - checker, 0.0))


def posed(guess: Guess, corners: Corners, size: tuple[int, int]) -> Pose:
    """A camera that sees the tops of the checkers about where they are guessed."""
    vector = np.zeros(len(USUAL) + FOCAL)
    for at, usual in USUAL.items():
        vector[at] = usual.value
    vector[[BAR, DEPTH, PITCH]] = guess.bar, guess.depth, guess.pitch
    pose = Pose(vector, size, -1.0 if corners.is_mirrored else 1.0)
    spots = pose.tops(rows(opening(guess.home)))[:, :2] - pose.corners[2] / 2
    turn, place = _apart(np.asarray(cv2.findHomography(spots, guess.pixels)[0], np.float64), pose)
    vector[:3] = cv2.Rodrigues(turn)[0].ravel()
    vector[3:6] = place + turn[:, 2] * vector[THICKNESS]
    return pose


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Where the tops of the thirty checkers are seen, and how well."""

    stands: Vector
    """As `rows` tells them."""
    pixels: Points
    trust: Vector
    """From 0 to 1 for each."""
    checker: float
    """How wide they are, in widths of a point."""


def reposed(pose: Pose, seen: Seen, corners: Corners, error: float) -> Pose:
    """The pose that explains both the checkers and the corners best."""
    likely = np.hypot(PLACING * corners.width / ROW, POINTING) / np.sqrt(seen.trust)

    def residuals(vector: Vector) -> Vector:
        tried = replace(pose, vector=vector)
        eye = tried.eye
        checkers = (eye.pixels(tried.tops(seen.stands)) - seen.pixels) / likely[:, None]
        aside = (eye.pixels(tried.corners) - corners.points) / error
        return np.concatenate([checkers.ravel(), aside.ravel(), _unusual(vector)])

    return replace(pose, vector=solved(residuals, pose.vector))


def _unusual(vector: Vector) -> Vector:
    return np.array([(vector[at] - usual.value) / usual.spread for at, usual in USUAL.items()])


def _apart(to_pixels: Matrix, pose: Pose) -> tuple[Matrix, Vector]:
    """How the board is turned, and where its middle is, by a homography."""
    middle, focal = (np.array(pose.size) - 1) / 2, max(pose.size) * np.exp(pose.vector[FOCAL])
    inner = np.array([[focal * pose.hand, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    sides = np.linalg.inv(inner) @ to_pixels
    sides *= np.sign(sides[2, 2]) / np.linalg.norm(sides[:, 0])
    left, _, right = np.linalg.svd(
        np.column_stack([sides[:, :2], np.cross(sides[:, 0], sides[:, 1])])
    )
    return left @ right, sides[:, 2]
