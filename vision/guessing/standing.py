"""The camera over a board that nobody knows, told by the checkers that stand out clearly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.corners import Corners
from vision.eye import Eye
from vision.field import ROW, Field
from vision.guessing.lattice import FULL, lattice
from vision.learning.posing import Seen, posed, reposed
from vision.learning.sighting import sighted, sought
from vision.learning.solving import Vector
from vision.pictures import Picture, size

POINTED = 5.0
"""Pixels a corner may well be beside where it should be."""
WINDOWS = (0.35, 0.3, 0.2, 0.15)
"""Widths of a point around each checker in which it is sought, one time after the other."""
CHECKER = 0.35
"""How well a circle has to be seen to be taken for a checker."""
FEWEST = 3
"""From fewer checkers nothing is learnt of where the camera is."""

EVERY: Vector = np.array(
    [(at, number + 0.5, is_top) for is_top in (0, 1) for at in range(ROW) for number in range(FULL)]
)
"""Every checker that may stand on the board itself, as `rows` tells them."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A camera and a board, as far as checkers that stand out tell them."""

    eye: Eye
    field: Field
    stands: Vector
    """Those checkers, as `rows` tells them."""
    worth: float
    """How well they are seen, from 0 to 1."""


def stood(picture: Picture, corners: Corners) -> Standing:
    """What the circles in a picture say of the board within these corners."""
    guess = lattice(picture, corners)
    pose = posed(guess, corners, size(picture))
    checker, stands, worth = guess.pitch, EVERY[:0], 0.0
    for window in WINDOWS:
        found = sought(picture, pose)
        stands = _clear(sighted(found, pose, EVERY, window))
        if len(stands) < FEWEST:
            break
        seen = sighted(found, pose, stands, window)
        checker, worth = seen.checker, float(np.median(seen.trust))
        pose = reposed(pose, seen, corners, POINTED)
    return Standing(pose.eye, pose.field(checker), stands, worth)


def _clear(seen: Seen) -> Vector:
    """The checkers of rows that go on from the rim."""
    rows = (seen.trust - CHECKER).reshape(-1, FULL)
    so_far = np.cumsum(rows, axis=1)
    most = so_far.argmax(axis=1)
    long = np.where(so_far.max(axis=1) > 0, most + 1, 0)
    stands: Vector = seen.stands[(np.arange(FULL) < long[:, None]).ravel()]
    return stands
