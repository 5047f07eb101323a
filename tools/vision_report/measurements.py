"""Every labelled picture read as a table would read it, and the time of each stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from time import process_time

import cv2
import numpy as np

from tools.vision_report.labels import Label
from tools.vision_report.scores import Naming, PlaceScore, score_places
from vision.board_reader import read_picture
from vision.calibration.from_start_position import calibrate
from vision.calibration_data import Calibration, square_root_brightness
from vision.camera_model import Corners
from vision.camera_registration import BoardLost, register_camera
from vision.field_geometry import LightHome
from vision.overlay import LocatedReading
from vision.picture_arrays import Picture, check_picture
from vision.top_view import top_down_map

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
    """The random offset of the corners that are handed in."""

    pixels: float = 0.0
    seed: int = 1

    def on(self, label: Label) -> Corners:
        """The corners as somebody may have clicked them."""
        chance = np.random.default_rng([self.seed, *label.name.encode()])
        off = chance.uniform(-self.pixels, self.pixels, (4, 2))
        return Corners.of(label.corners.points + off)


@dataclass(frozen=True, slots=True)
class Look:
    """One picture read, or the reason why it was not."""

    label: Label
    places: tuple[PlaceScore, ...] = ()
    seconds: float = 0.0
    why: str = ""
    stages: Mapping[str, float] = field(default_factory=dict)
    """Seconds of each stage that was timed."""
    sight: LocatedReading | None = None
    """The reading, with its position in the picture."""


@dataclass(frozen=True, slots=True)
class Find:
    """One board sought without help."""

    label: Label
    aside: float
    """Error of its worst corner, in widths of the board; infinite if none was found."""
    seconds: float = 0.0

    @property
    def is_close(self) -> bool:
        """True if the board was found where it is."""
        return self.aside <= CLOSE


def picture_of(label: Label) -> Picture:
    """The picture itself; OSError if there is none."""
    pixels = cv2.imread(str(label.file))
    if pixels is None:
        raise OSError(f"{label.file}: not a picture")
    return check_picture(pixels)


@dataclass(frozen=True, slots=True)
class LearnedBoard:
    """One board learnt from its starting position, and its other pictures read."""

    start: Look
    """The picture it was learnt from, read again, and how long learning took."""
    looks: tuple[Look, ...] = ()


def learn_boards(labels: Sequence[Label], noise: Noise) -> tuple[LearnedBoard, ...]:
    """Learns every board that has a starting position, and reads its other pictures."""
    ordered = sorted(labels, key=lambda label: label.setup)
    return tuple(
        _learn(start, [label for label in together if label is not start], noise)
        for together in (list(group) for _, group in groupby(ordered, lambda one: one.setup))
        for start in [label for label in together if label.is_start][:1]
    )


def _learn(start: Label, others: Sequence[Label], noise: Noise) -> LearnedBoard:
    picture, begun = picture_of(start), process_time()
    try:
        learned = calibrate(picture, noise.on(start))
    except ValueError as refusal:  # NotTheStart, mostly
        why = f"{type(refusal).__name__}: {refusal}"
        return LearnedBoard(Look(start, why=why), tuple(Look(label, why=why) for label in others))
    seconds = process_time() - begun
    naming = naming_of(start, learned)
    again = replace(_read(start, learned, naming), seconds=seconds, stages={LEARNT: seconds})
    return LearnedBoard(again, tuple(_read(label, learned, naming) for label in others))


def _read(label: Label, learned: Calibration, naming: Naming) -> Look:
    """One picture, the camera being sought in it first, as a table does when it was knocked."""
    picture, begun = picture_of(label), process_time()
    try:
        eye = register_camera(picture, learned)
    except BoardLost as lost:
        return Look(label, why=f"{lost}")
    sought, now = process_time(), replace(learned, camera=eye)
    square_root_brightness(
        top_down_map(eye, learned.field, learned.field.thickness).rectify(picture),
        learned.appearance.falloff,
    )
    straightened = process_time()
    reading = read_picture(picture, now)
    done = process_time()
    stages = {
        SOUGHT: sought - begun,
        STRAIGHTENED: straightened - sought,
        READ: done - straightened,
    }
    places = score_places(label, reading, naming)
    sight = LocatedReading(eye, learned.field, learned.home, reading)
    return Look(label, places, stages[SOUGHT] + stages[READ], stages=stages, sight=sight)


def naming_of(start: Label, learned: Calibration) -> Naming:
    """The colour and the home taken for Light's, found by where it lies in the picture."""
    x, y = learned.field.spot(learned.home.number(SIX), 2)
    pixel = learned.camera.pixels(np.array([(x, y)]))
    corners = start.corners.points.astype(np.float32)
    across, down = (
        cv2.perspectiveTransform(pixel.reshape(1, 1, 2), cv2.getPerspectiveTransform(corners, UNIT))
        .reshape(2)
        .tolist()
    )
    homes = {
        (False, False): LightHome.TOP_LEFT,
        (True, False): LightHome.TOP_RIGHT,
        (False, True): LightHome.BOTTOM_LEFT,
        (True, True): LightHome.BOTTOM_RIGHT,
    }
    middle = 0.5
    home = homes[across > middle, down > middle]
    return Naming(home, light_is_a=home is start.home)
