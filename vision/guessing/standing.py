"""The camera over a board that nobody knows, told by the checkers that stand out clearly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.corners import Corners
from vision.eye import Eye
from vision.field import ROW, Field
from vision.guessing.lattice import FULL, gained, lattices
from vision.learning.posing import Pose, posed, reposed
from vision.learning.sighting import sighted, sought
from vision.pictures import Picture, Points, size
from vision.solving import Vector

POINTED = 5.0
"""Pixels a corner may well be beside where it should be."""
COARSE = 20.0
"""Pixels across a point that suffice to see which board it may be."""
LEAST = 64.0
"""Pixels a picture has at each side at least, however small it is made."""
FIRST, LAST = (0.35, 0.25, 0.2), (0.2, 0.15)
"""Widths of a point around each checker in which it is sought, one time after the other."""
GOOD = 0.25
"""From so much worth for each checker on, no other measures of a board are tried."""
TRIES = 4
"""Measures that are tried at most."""
ASTRAY = 0.4
"""Widths of a point by which a corner may be elsewhere before that speaks against a board."""
SHARP, TYPICAL = 0.65, 75
"""A checker is surely one if it is seen so well beside one that is seen better than so many."""
FEWEST = 3
"""From fewer checkers nothing is learnt of where the camera is."""

EVERY: Vector = np.array(
    [(at, number + 0.5, is_top) for is_top in (0, 1) for at in range(ROW) for number in range(FULL)]
)
"""Every checker that may stand on the board itself, as `rows` tells them."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A camera and a board, as far as checkers that stand out tell them."""

    pose: Pose
    checker: float
    """How wide they are, in widths of a point."""
    stands: Vector
    """Those checkers, as `rows` tells them."""
    trust: Vector
    """How well each of them is seen, from 0 to 1."""
    worth: float
    """How well all of them are seen, in rows that begin at a rim."""

    @property
    def clear(self) -> Points:
        """Where those of them are on the board that surely are checkers."""
        sharp = self.trust > SHARP * np.percentile(self.trust, TYPICAL)
        slots = np.where(
            self.stands[:, 2] > 0, ROW + 1 + self.stands[:, 0], ROW - self.stands[:, 0]
        )
        numbers = self.stands[:, 1].astype(int)
        both = zip(slots[sharp].astype(int).tolist(), numbers[sharp].tolist(), strict=True)
        return np.array([self.field.spot(slot, number) for slot, number in both])

    @property
    def eye(self) -> Eye:
        return self.pose.eye

    @property
    def field(self) -> Field:
        return self.pose.field(self.checker)


def stood(picture: Picture, corners: Corners) -> Standing:
    """What the circles in a picture say of the board within these corners."""
    by = float(np.clip(COARSE * ROW / corners.width, LEAST / min(size(picture)), 1.0))
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    best = _best(_Task(np.asarray(small, np.uint8), corners.scaled(by), POINTED * by))
    begun = replace(best, pose=replace(best.pose, size=size(picture)))
    task = _Task(picture, corners, POINTED)
    closest = _closer(task, begun, LAST)
    return replace(closest, worth=task.trust(closest))


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """A board to be made out."""

    picture: Picture
    corners: Corners
    pointed: float
    """Pixels a corner may well be beside where it should be."""

    def trust(self, standing: Standing) -> float:
        """What that is worth, the less the further its corners are from where they should be."""
        aside = standing.pose.seen_corners.points - self.corners.points
        widths = float(np.linalg.norm(aside, axis=1).max()) * ROW / self.corners.width
        return standing.worth / (1 + (widths / ASTRAY) ** 2)


def _best(task: _Task) -> Standing:
    """The measures of a board that explain most of what is seen as checkers."""
    best, most = None, -1.0
    for guess in lattices(task.picture, task.corners)[:TRIES]:
        pose = posed(guess, task.corners, size(task.picture))
        nothing = Standing(pose, guess.pitch, EVERY[:0], EVERY[:0, 0], 0.0)
        standing = _closer(task, nothing, FIRST)
        trust = task.trust(standing)
        if trust > most:
            best, most = standing, trust
        if trust > GOOD * max(len(standing.stands), FEWEST):
            break
    if best is None:
        raise NoBoard("no board is seen like that")
    return best


class NoBoard(ValueError):
    """Corners within which there is nothing like a board with checkers."""


def _closer(task: _Task, begun: Standing, windows: Sequence[float]) -> Standing:
    """The same more exactly, as far as that makes a board at all."""
    if not windows:
        return begun
    try:
        sharper = _sharper(task, begun, windows[0])
    except ValueError:
        return begun
    return _closer(task, sharper, windows[1:])


def _sharper(task: _Task, standing: Standing, window: float) -> Standing:
    """The same by the checkers within a window around where they should be."""
    found = sought(task.picture, standing.pose)
    worth, stands = _clear(sighted(found, standing.pose, EVERY, window).trust)
    if len(stands) < FEWEST:
        raise NoBoard("too few checkers are seen")
    seen = sighted(found, standing.pose, stands, window)
    pose = reposed(standing.pose, seen, task.corners, task.pointed)
    sharper = Standing(pose, seen.checker, stands, seen.trust, worth)
    pose.eye.corners(sharper.field)  # which are refused if it is none
    return sharper


def _clear(trust: Points) -> tuple[float, Vector]:
    """What rows that go on from the rim are worth, and the checkers of them."""
    so_far = gained(trust.reshape(-1, FULL))
    most = so_far.max(axis=1)
    long = np.where(most > 0, so_far.argmax(axis=1) + 1, 0)
    stands: Vector = EVERY[(np.arange(FULL) < long[:, None]).ravel()]
    return float(np.maximum(most, 0).sum()), stands
