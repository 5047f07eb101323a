"""The pictures of one camera, looked at one by one: what is known of the board, what is claimed.

All of this takes its time; where it is done, and when, is the business of the eyes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from hardware.checkers import BACKGAMMON
from hardware.devices import DeviceFault
from hardware.shots import Shot
from hardware.sightings import ANYTHING
from hardware.signals import Trouble
from referee.seating import NEAR_RIGHT, Facing
from service.seeing import keeping
from service.seeing.glimpse import Glimpse, Outcome, Quad, Size, Verdict, Why
from service.seeing.novice import Novice
from service.seeing.starting import field_corners, found_in, lesson
from vision.home import Home
from vision.learned import Learned
from vision.overlay import Sight, overlay
from vision.pictures import NotAPicture, Picture, checked, size
from vision.readings import Reading
from vision.watching.hindering import is_dark
from vision.watching.tools import TOOLS
from vision.watching.watch import Patience, Watch, watching
from vision.watching.watched import watched

QUALITY = 80
"""Of a JPEG for people, from 0 to 100."""
PATIENCE = Patience(hand=6.0)
"""Somebody who thinks may hold a checker for long, and hardly move."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture for people."""

    at: float
    size: Size
    jpeg: bytes


def home_for(home: Home, facing: Facing) -> Home:
    """Where Light's home is for somebody who sits so, given where the board's maker saw it.

    The way there is the way back.
    """
    at_top = home.is_at_top != facing.light_far
    at_right = home.is_at_right != facing.home_left
    return next(one for one in Home if (one.is_at_top, one.is_at_right) == (at_top, at_right))


def _checked(shot: Shot) -> Picture:
    """The picture; DeviceFault, to be said after the name of the camera, if it is none."""
    try:
        return checked(shot.pixels)
    except NotAPicture as problem:
        raise DeviceFault(f"gives pictures that are too small: {problem}") from problem


class Watcher:
    """Looks at the pictures of a camera; what it has learnt is kept in a file, if there is one."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._known: Learned | None = None
        """The board, Light's home being where its maker saw it."""
        self._is_told = False
        """Whether the file has been read."""
        self._facing = NEAR_RIGHT
        self._watch: Watch | None = None
        self._novice = Novice()
        self._shot: Shot | None = None
        self._reading: Reading | None = None
        """What was read last."""
        self._trouble: Trouble | None = None
        """What kept the camera from seeing the board in the last picture."""
        self.verdict: Verdict | None = None
        """What came of the last attempt to learn."""

    @property
    def learnt(self) -> bool:
        """Whether it is known what this board looks like."""
        return self._known is not None

    @property
    def learned(self) -> Learned | None:
        """The board where it is seen now, the very same value for as long as it is."""
        return self._watch.learned if self._watch else None

    def begin(self) -> None:
        """The camera has been opened: what is known stays known, what was seen does not."""
        if not self._is_told:
            self._known = keeping.kept(self._file) if self._file else None
            self._is_told = True
        if self._watch is not None and self._known is not None:
            self._known = replace(self._watch.learned, home=self._known.home)
        self._watch = self._shot = self._reading = None
        self._novice = Novice()

    def look(self, shot: Shot, facing: Facing = NEAR_RIGHT) -> Glimpse:
        """What one more picture brings; DeviceFault if it cannot be looked at."""
        began = time.perf_counter()
        picture = _checked(shot)
        self._shot, self._facing = shot, facing
        if not self._sees(picture) and self._novice.is_ready(picture, shot.at):
            self._learn(picture, None)
            self._novice.took(time.perf_counter() - began)
        glimpse = self._watched(picture, shot.at) if self._knows(picture) else self._unknown(shot)
        self._trouble = glimpse.trouble
        return replace(glimpse, milliseconds=1000 * (time.perf_counter() - began))

    def calibrate(self, corners: Quad | None, facing: Facing = NEAR_RIGHT) -> Verdict:
        """Learn from the newest picture, which shows the starting position."""
        if self._shot is None:
            return Verdict(Outcome.NO_PICTURE)
        self._facing = facing
        return self._learn(self._shot.pixels, corners)

    def find(self) -> Quad | None:
        """Where a board is found without help in the newest picture."""
        return found_in(self._shot.pixels) if self._shot else None

    def forget(self) -> Glimpse | None:
        """Let nothing be known of the board any more; what is seen of it then."""
        self._known = self._watch = self._reading = self.verdict = None
        self._novice = Novice()
        if self._file:
            keeping.forget(self._file)
        return self._unknown(self._shot) if self._shot else None

    def photo(self, *, drawn: bool, widest: int) -> Photo | None:
        """The newest picture for people, with what is seen drawn over it if they like."""
        if self._shot is None:
            return None
        picture = self._shot.pixels
        if drawn and (sight := self._sight()):
            picture = overlay(picture, sight)
        wide, high = size(picture)
        if wide > widest:
            smaller = (widest, max(round(high * widest / wide), 1))
            picture = cv2.resize(picture, smaller, interpolation=cv2.INTER_AREA)  # type: ignore[assignment] # as it was
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return Photo(self._shot.at, size(picture), data.tobytes())

    def _sees(self, picture: Picture) -> bool:
        """Whether there is nothing to learn: a board that is lost may be another one by now."""
        return self._knows(picture) and self._trouble is not Trouble.BOARD_LOST

    def _knows(self, picture: Picture) -> bool:
        """Whether the board is known, in pictures of this size."""
        return self._known is not None and self._known.eye.size == size(picture)

    def _learn(self, picture: Picture, corners: Quad | None) -> Verdict:
        taught = lesson(picture, corners)
        self.verdict = taught.verdict
        if taught.learned is not None:
            home = home_for(taught.learned.home, self._facing)
            self._known = replace(taught.learned, home=home)
            self._watch = self._reading = None
            if self._file and not keeping.keep(self._known, self._file):
                self.verdict = replace(taught.verdict, kept=False)
        return self.verdict

    def _watched(self, picture: Picture, at: float) -> Glimpse:
        watch, look = watched(self._watching(), picture, at)
        self._watch = watch
        if look.reading is not None:
            self._reading = look.reading
        learned = watch.learned
        return Glimpse(
            at,
            size(picture),
            learnt=True,
            trouble=look.trouble,
            sightings=watch.told,
            untold={place: Why(why.value) for place, why in look.untold.items()},
            corners=field_corners(learned),
        )

    def _watching(self) -> Watch:
        """The watch so far, or a new one if the board or who sits where is new."""
        assert self._known is not None  # noqa: S101 - only asked for where it is known
        home = home_for(self._known.home, self._facing)
        if self._watch is None or self._watch.learned.home is not home:
            known = self._watch.learned if self._watch else self._known
            self._watch = watching(replace(known, home=home), TOOLS, PATIENCE)
        return self._watch

    def _unknown(self, shot: Shot) -> Glimpse:
        """Nothing can be claimed; people are told why once it has been tried."""
        picture = shot.pixels
        trouble = Trouble.UNKNOWN_BOARD if self._novice.has_tried else None
        if is_dark(picture):
            trouble = Trouble.TOO_DARK
        return Glimpse(
            shot.at,
            size(picture),
            learnt=False,
            trouble=trouble,
            sightings=dict.fromkeys(BACKGAMMON, ANYTHING),
            untold=dict.fromkeys(BACKGAMMON, Why.TROUBLE),
        )

    def _sight(self) -> Sight | None:
        """What is seen now, with its places in the picture."""
        if self._watch is None or self._reading is None:
            return None
        learned, claims = self._watch.learned, self._watch.told
        covered = frozenset(place for place, claim in claims.items() if claim == ANYTHING)
        return Sight(
            learned.eye, learned.field, learned.home, replace(self._reading, covered=covered)
        )
