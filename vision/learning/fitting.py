"""A camera and a board, learnt from one picture of the starting position."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.corners import Corners
from vision.eye import Eye
from vision.field import Field
from vision.home import Home
from vision.learning.flaws import NotTheStart
from vision.learning.opening import opening, rows
from vision.learning.posing import Pose, Seen, posed, reposed
from vision.learning.proving import proved
from vision.learning.rings import Rings
from vision.learning.searching import Guess, guesses
from vision.learning.sighting import sighted, sought
from vision.pictures import Picture, Points, size

POINTED = 5.0
"""Pixels a corner may well be beside where it should be."""
WINDOWS = (0.4, 0.25, 0.2, 0.15)
"""Widths of a point around each checker in which it is sought, one time after the other."""
VAGUE = 0.05
"""How far the first guess of where a checker is can be trusted, beside a sharp circle around it."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """What one picture of the starting position says about a board and the camera over it."""

    eye: Eye
    field: Field
    home: Home
    tops: Points
    """The pixel in which the middle of each top was seen, in the order of `opening(home)`."""


def fitted(picture: Picture, corners: Corners) -> Fit:
    """What a picture of the starting position says; NotTheStart if it is not one."""
    try:
        close = _closer(picture, corners, _best(picture, corners))
        try:
            return _proved(close)
        except NotTheStart:
            around = close.pose.seen_corners
            return _proved(_closer(picture, around, _best(picture, around)))
    except NotTheStart:
        raise
    except ValueError as wild:
        raise NotTheStart from wild


def _best(picture: Picture, corners: Corners) -> Guess:
    return max(guesses(picture, corners), key=lambda guess: guess.worth)


@dataclass(frozen=True, slots=True, eq=False)
class _Close:
    """Where the checkers were found at last."""

    home: Home
    pose: Pose
    found: Rings
    seen: Seen


def _closer(picture: Picture, corners: Corners, guess: Guess) -> _Close:
    pose = posed(guess, corners, size(picture))
    stands = rows(opening(guess.home))
    vague = np.full(len(stands), VAGUE)
    seen = Seen(stands, guess.pixels, vague, guess.pitch)
    pose = reposed(pose, seen, corners, POINTED)
    found = sought(picture, pose)
    for window in WINDOWS:
        seen = sighted(found, pose, stands, window)
        pose = reposed(pose, seen, corners, POINTED)
        found = sought(picture, pose)
    return _Close(guess.home, pose, found, seen)


def _proved(close: _Close) -> Fit:
    home, pose, seen = close.home, close.pose, close.seen
    tops = proved(close.found, pose, seen, home)
    pixels = seen.pixels
    if tops.is_dark_first:
        home, pixels = home.opposite, np.roll(pixels, len(pixels) // 2, axis=0)
    return Fit(pose.eye, pose.field(seen.checker), home, pixels)
