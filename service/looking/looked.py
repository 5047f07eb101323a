"""One picture looked at: what lies on the board, where the board is, and what is doubtful."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import cv2
import numpy as np

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place
from hardware.drivers.cameras.picture_files import PictureRefused, opened_picture
from hardware.sightings import ANYTHING, Sighting
from service.looking.corner_texts import check_inside
from service.looking.problems import BoardUnseen, CannotLook
from service.looking.unheard import unheard
from vision.chances import SET
from vision.corners import Corners
from vision.eye import Eye
from vision.finding import BoardNotFound, found
from vision.guessing import HOME, guessed
from vision.learned import Learned
from vision.learning.flaws import NotTheStart
from vision.learning.start import learn, learn_either_way
from vision.overlay import Sight
from vision.pictures import LEAST_SIDE, NotAPicture, Picture, checked, size
from vision.reading import read
from vision.readings import Reading
from vision.registering import BoardLost, is_mirrored, registered

SURE = 0.99
"""From this chance on a place is told without doubt."""
HIDDEN = 21
"""So many places a hand may cover of a board that is guessed; if more are, it is taken for none."""


class Doubt(Enum):
    """What people are warned of."""

    NOTHING_LEARNT = "nothing_learnt"
    """The looks of the board were guessed, and so was who sits where."""
    MIRRORED = "mirrored"
    COVERED = "covered"
    UNSURE = "unsure"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """What one picture shows."""

    sight: Sight
    doubts: tuple[Doubt, ...]
    is_learnt: bool = True
    """Whether the looks of the board were learnt, and not guessed."""

    @property
    def reading(self) -> Reading:
        return self.sight.reading

    @property
    def claims(self) -> Mapping[Place, Sighting]:
        """What may honestly be said of each place."""
        return self.reading.sightings

    def claim(self, place: Place) -> Sighting:
        """What may honestly be said of a place."""
        return self.claims.get(place, ANYTHING)

    def sure(self, place: Place) -> float:
        """How likely it is that a place is what it is taken for; 0 for what is covered."""
        covered = place in self.reading.covered
        return 0.0 if covered else self.reading.confidence(place)

    @property
    def corners(self) -> Corners:
        """Those of the field in this picture."""
        return self.sight.eye.corners(self.sight.field)

    def count(self, place: Place, colour: Colour) -> int:
        """How many checkers of a colour most likely lie there."""
        light, dark = self.reading.best(place)
        return light if colour is Colour.LIGHT else dark

    def total(self, colour: Colour) -> int:
        """How many checkers of a colour most likely lie on the table."""
        return sum(self.count(place, colour) for place in BACKGAMMON)

    @property
    def unsure(self) -> tuple[Place, ...]:
        """Places in sight that are told with doubt."""
        reading, covered = self.reading, self.reading.covered
        return tuple(
            place
            for place in BACKGAMMON
            if place not in covered and reading.confidence(place) < SURE
        )

    @property
    def is_complete(self) -> bool:
        """Whether all checkers are accounted for, none of them with doubt."""
        is_sure = self.is_learnt and not self.reading.covered and not self.unsure
        return is_sure and self.layout is not None

    @property
    def layout(self) -> Layout | None:
        """Where the thirty checkers most likely lie; None if they are not thirty."""
        if any(self.total(colour) != SET for colour in Colour):
            return None
        piles: dict[Place, Pile] = {}
        for place in BACKGAMMON:
            for colour in Colour:
                if count := self.count(place, colour):
                    if place in piles:
                        return None
                    piles[place] = Pile(colour, count)
        return Layout(piles)


def picture_in(file: Path) -> Picture:
    """The picture in a file; CannotLook says in a sentence why there is none."""
    try:
        with unheard():
            return checked(opened_picture(file))
    except PictureRefused as refusal:
        raise CannotLook("picture", problem=refusal) from refusal
    except NotAPicture:
        raise CannotLook("picture_small", file=file, least=LEAST_SIDE) from None


def learned_from(picture: Picture, corners: Corners | None) -> Learned:
    """What the starting position teaches; NotTheStart, or CannotLook if no board is found."""
    if corners is not None:
        check_inside(corners, size(picture))
        return learn(picture, corners)
    return learn_either_way(picture, found_in(picture))


def found_in(picture: Picture) -> Corners:
    """The corners of the board in a picture, found without help; BoardUnseen if there is none."""
    try:
        return found(picture)
    except BoardNotFound:
        raise BoardUnseen from None


def looked(picture: Picture, corners: Corners | None, learned: Learned | None) -> Looked:
    """What a picture shows, by what was learnt, or from itself if it can be learnt from."""
    doubts = [Doubt.MIRRORED] if corners is not None and corners.is_mirrored else []
    is_learnt = True
    try:
        if learned is None:
            learned = learned_from(picture, corners)
        else:
            learned = registered_in(picture, learned, corners)
        reading = read(picture, learned)
        sight = Sight(learned.eye, learned.field, learned.home, reading)
    except NotTheStart:
        is_learnt = False
        doubts.append(Doubt.NOTHING_LEARNT)
        sight = _guessed(picture, corners)
    return Looked(sight, (*doubts, *doubts_of(sight)), is_learnt)


def registered_in(picture: Picture, learned: Learned, corners: Corners | None) -> Learned:
    """What was learnt, with the camera where it is in this picture; CannotLook if it is lost.

    The corners are those in this picture, or where they were before: they help if it has moved far.
    """
    eye = _eye_now(picture, learned, corners)
    if is_mirrored(picture, learned, eye):
        raise CannotLook("mirrored")
    if eye is None:
        raise CannotLook("lost")
    return replace(learned, eye=eye)


def _eye_now(picture: Picture, learned: Learned, corners: Corners | None) -> Eye | None:
    eyes = [learned.eye, *([_moved_to(corners, learned)] if corners else [])]
    for eye in eyes:
        try:
            return registered(picture, replace(learned, eye=eye))
        except BoardLost:
            continue
    return None


def _moved_to(corners: Corners, learned: Learned) -> Eye:
    """The eye that has this board within these corners, its lens left aside."""
    eye = learned.eye
    before = eye.pixels(learned.field.corners).astype(np.float32)
    moved = cv2.getPerspectiveTransform(before, corners.points.astype(np.float32))
    return replace(eye, matrix=np.asarray(moved, np.float64) @ eye.matrix)


def _guessed(picture: Picture, corners: Corners | None) -> Sight:
    """What lies there by mere looks, Light's home being where the numbering begins."""
    where = corners or found_in(picture)
    check_inside(where, size(picture))
    guess = guessed(picture, where)
    if guess.standing is None or len(guess.reading.covered) > HIDDEN:
        raise CannotLook("no_checkers" if corners is None else "corners_unlike")
    return Sight(guess.standing.eye, guess.standing.field, HOME, guess.reading)


def doubts_of(sight: Sight) -> tuple[Doubt, ...]:
    """What is to be said of a reading itself."""
    looked = Looked(sight, ())
    totals = [looked.total(colour) for colour in Colour]
    found = {
        Doubt.COVERED: bool(looked.reading.covered),
        Doubt.UNSURE: bool(looked.unsure),
        Doubt.TOO_FEW: min(totals) < SET,
        Doubt.TOO_MANY: max(totals) > SET,
    }
    return tuple(doubt for doubt, holds in found.items() if holds)
