"""A board learnt from a picture of the starting position, and how well."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engine.backgammon.players import Player
from engine.backgammon.position import START
from hardware.checkers import BACKGAMMON, Colour, Place
from referee.seating import Seating
from service.seeing.glimpse import Fit, Outcome, Quad, Verdict
from vision.corners import SHORTEST, Corners
from vision.finding import BoardNotFound, found
from vision.learned import Learned
from vision.learning.flaws import Flaw, NotTheStart
from vision.learning.start import learn_either_way
from vision.looks import WHITE
from vision.pictures import Picture, size
from vision.reading import read
from vision.readings import Reading
from vision.watching.hindering import is_dark

FEW = 64
"""Pixels across a picture in which only its brightness matters."""
LAID_OUT = Seating(Player.ONE).layout(START, Player.ONE)
"""How a game begins, as Light counts the places."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What a picture has taught, and what is to be said about it."""

    verdict: Verdict
    learned: Learned | None = None


def lesson(picture: Picture, corners: Quad | None) -> Lesson:
    """What a picture of the starting position teaches; the corners are found if nobody knows."""
    if is_dark(_small(picture)):
        return Lesson(Verdict(Outcome.TOO_DARK))
    around = _found(picture) if corners is None else _pointed(corners, picture)
    if around is None:
        return Lesson(Verdict(Outcome.NO_BOARD if corners is None else Outcome.BAD_CORNERS))
    try:
        return _checked(picture, learn_either_way(picture, around))
    except NotTheStart as refusal:
        return _refused(quad(around), refusal.flaw, refusal.places)


def found_in(picture: Picture) -> Quad | None:
    """Where a board is in a picture, if one is found without help."""
    around = _found(picture)
    return None if around is None else quad(around)


def quad(corners: Corners) -> Quad:
    """The corners for people."""
    return corners.top_left, corners.top_right, corners.bottom_right, corners.bottom_left


def field_corners(learned: Learned) -> Quad:
    """Where the field of a board is in the pictures of its camera."""
    return quad(learned.eye.corners(learned.field))


def _small(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (FEW, FEW), interpolation=cv2.INTER_AREA), np.uint8)


def _found(picture: Picture) -> Corners | None:
    try:
        return found(picture)
    except BoardNotFound:
        return None


def _pointed(quad: Quad, picture: Picture) -> Corners | None:
    """Corners that somebody points at; None if no board of this picture can have them."""
    try:
        corners = Corners(*quad)
    except ValueError:
        return None
    if corners.outside(size(picture)) or corners.shortest < SHORTEST:
        return None
    # Whoever points goes around the board, this way or the other.
    return Corners.of(corners.points[::-1]) if corners.is_mirrored else corners


def _checked(picture: Picture, learned: Learned) -> Lesson:
    """What was learnt, if what it teaches to read here is the starting position."""
    reading = read(picture, learned)
    corners, wrong = field_corners(learned), _wrong(reading)
    if wrong:
        return _refused(corners, Flaw.READ_OTHERWISE, wrong)
    return Lesson(Verdict(Outcome.LEARNT, corners, fit=_fit(learned, reading)), learned)


def _refused(corners: Quad, flaw: Flaw, places: tuple[Place, ...]) -> Lesson:
    return Lesson(Verdict(Outcome.NOT_THE_START, corners, flaw, places))


def _wrong(reading: Reading) -> tuple[Place, ...]:
    """Where surely something else lies than at the start of a game."""
    sightings = reading.sightings
    return tuple(
        place
        for place in BACKGAMMON
        if not sightings[place].allows(*(LAID_OUT.count(place, colour) for colour in Colour))
    )


def _fit(learned: Learned, reading: Reading) -> Fit:
    field, looks = learned.field, learned.looks
    corners = learned.eye.corners(field)
    apart = np.abs(looks.light_colour - looks.dark_colour).max() / WHITE
    return Fit(
        checker=corners.width / field.width * field.checker,
        contrast=float(apart),
        sure=min(chances.confidence for chances in reading.chances.values()),
    )
