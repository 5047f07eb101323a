"""Every labelled picture read as a table would read it, and how long each stage took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from time import process_time

import cv2
import numpy as np

from tools.vision_report.labels import Label
from tools.vision_report.scoring import Naming, Scored, scored
from vision.corners import Corners
from vision.home import Home
from vision.learned import Learned
from vision.learning.start import learn
from vision.looks import rooted
from vision.overlay import Sight
from vision.pictures import Picture, checked
from vision.plane import above
from vision.reading import read
from vision.registering import BoardLost, registered

UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float32)
SIX = 6
"""The point of a player on which five of his checkers begin, nearest to the bar in his home."""
CLOSE = 0.02
"""A board is found if no corner is further off, in widths of the board."""
LEARNT = "learning a board from the starting position"
SOUGHT = "seeking the camera in a picture"
STRAIGHTENED = "of reading: seeing it from above"
READ = "reading a picture"


@dataclass(frozen=True, slots=True)
class Noise:
    """How far the corners are off that are handed in, and by which chance."""

    pixels: float = 0.0
    seed: int = 1

    def on(self, label: Label) -> Corners:
        """The corners as somebody may have clicked them."""
        chance = np.random.default_rng([self.seed, *label.name.encode()])
        off = chance.uniform(-self.pixels, self.pixels, (4, 2))
        return Corners.of(label.corners.points + off)


@dataclass(frozen=True, slots=True)
class Look:
    """One picture read, or why it was not."""

    label: Label
    places: tuple[Scored, ...] = ()
    seconds: float = 0.0
    why: str = ""
    stages: Mapping[str, float] = field(default_factory=dict)
    """How long each stage took that was timed."""
    sight: Sight | None = None
    """What was read, and where it is in the picture."""


@dataclass(frozen=True, slots=True)
class Find:
    """One board sought without help."""

    label: Label
    aside: float
    """How far its worst corner is off, in widths of the board; infinite if none was found."""
    seconds: float = 0.0

    @property
    def is_close(self) -> bool:
        """Whether the board is where it was said to be."""
        return self.aside <= CLOSE


def picture_of(label: Label) -> Picture:
    """The picture itself; OSError if there is none."""
    pixels = cv2.imread(str(label.file))
    if pixels is None:
        raise OSError(f"{label.file}: not a picture")
    return checked(pixels)


@dataclass(frozen=True, slots=True)
class Learnt:
    """One board learnt from its starting position, and its other pictures read."""

    start: Look
    """The picture it was learnt from, read again, and how long learning took."""
    looks: tuple[Look, ...] = ()


def learnt(labels: Sequence[Label], noise: Noise) -> tuple[Learnt, ...]:
    """Learn every board of which there is a starting position, and read its other pictures."""
    ordered = sorted(labels, key=lambda label: label.setup)
    return tuple(
        _learnt(start, [label for label in together if label is not start], noise)
        for together in (list(group) for _, group in groupby(ordered, lambda one: one.setup))
        for start in [label for label in together if label.is_start][:1]
    )


def _learnt(start: Label, others: Sequence[Label], noise: Noise) -> Learnt:
    picture, begun = picture_of(start), process_time()
    try:
        learned = learn(picture, noise.on(start))
    except ValueError as refusal:  # NotTheStart, mostly
        why = f"{type(refusal).__name__}: {refusal}"
        return Learnt(Look(start, why=why), tuple(Look(label, why=why) for label in others))
    seconds = process_time() - begun
    naming = naming_of(start, learned)
    again = replace(_read(start, learned, naming), seconds=seconds, stages={LEARNT: seconds})
    return Learnt(again, tuple(_read(label, learned, naming) for label in others))


def _read(label: Label, learned: Learned, naming: Naming) -> Look:
    """One picture, the camera being sought in it first, as a table does when it was knocked."""
    picture, begun = picture_of(label), process_time()
    try:
        eye = registered(picture, learned)
    except BoardLost as lost:
        return Look(label, why=f"{lost}")
    sought, now = process_time(), replace(learned, eye=eye)
    rooted(above(eye, learned.field, learned.field.thickness).of(picture), learned.looks.falloff)
    straightened = process_time()
    reading = read(picture, now)
    done = process_time()
    stages = {
        SOUGHT: sought - begun,
        STRAIGHTENED: straightened - sought,
        READ: done - straightened,
    }
    places = scored(label, reading, naming)
    sight = Sight(eye, learned.field, learned.home, reading)
    return Look(label, places, stages[SOUGHT] + stages[READ], stages=stages, sight=sight)


def naming_of(start: Label, learned: Learned) -> Naming:
    """Whose home what was taken for Light's is, found by where it lies in the picture."""
    x, y = learned.field.spot(learned.home.number(SIX), 2)
    pixel = learned.eye.pixels(np.array([(x, y)]))
    corners = start.corners.points.astype(np.float32)
    across, down = (
        cv2.perspectiveTransform(pixel.reshape(1, 1, 2), cv2.getPerspectiveTransform(corners, UNIT))
        .reshape(2)
        .tolist()
    )
    homes = {
        (False, False): Home.TOP_LEFT,
        (True, False): Home.TOP_RIGHT,
        (False, True): Home.BOTTOM_LEFT,
        (True, True): Home.BOTTOM_RIGHT,
    }
    middle = 0.5
    home = homes[across > middle, down > middle]
    return Naming(home, light_is_a=home is start.home)
