"""The part of a picture that is watched, much smaller, and which places its pixels show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour, Place, bar, tray
from vision.aligning.sampling import sampled
from vision.eye import Eye
from vision.field import HALF, ROW, SLOTS, Field
from vision.home import Home
from vision.learned import Learned
from vision.looks import WHITE
from vision.pictures import Mask, Picture, Points
from vision.plane import BESIDE, to_plane
from vision.watching.light import Small

FINE = 8
"""Pixels across a checker in a small picture."""
AROUND = np.array([BESIDE, 1.6])
"""How much of what is around the field is watched too, in widths of a point: at its sides, where
trays are, and above and below."""
RIM = 0.5
"""So far beyond the rim (widths of a point) a checker at the rim may be seen."""
A_BAR = 0.3
"""On a narrower bar no checker is seen apart from those beside it."""
LEAST = 1 / 8
"""So much of a checker must look otherwise before a place does."""

OUTSIDE = 0
BAR = len(SLOTS) + 1
TRAYS = BAR + 1
LABELS = TRAYS + 1
"""Spots are numbered as slots are; 0 is around the field but for where borne off checkers
lie, which comes last, after the bar."""

Labels = NDArray[np.uint8]
Spots = NDArray[np.bool_]
"""One for each label."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Where to look in the pictures of one camera, and what is where."""

    left: int
    top: int
    step: int
    """A small picture has one pixel for so many, both ways."""
    labels: Labels
    """What each pixel of a small picture shows."""
    places: tuple[tuple[Place, ...], ...]
    """The places that each label stands for."""
    beside: NDArray[np.bool_]
    """Which labels lie beside which, each beside itself too."""
    checker: float
    """Pixels across a checker in a small picture."""
    bare: Small
    """The board without checkers, as it was learnt; 0 beyond what is known of it."""

    def small(self, picture: Picture) -> Picture:
        """What is watched of a picture, much smaller."""
        height, width = self.labels.shape
        bottom, right = self.top + height * self.step, self.left + width * self.step
        part = picture[self.top : bottom, self.left : right]
        return np.asarray(
            cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8
        )

    def touched(self, mask: Mask) -> Spots:
        """The labels of which enough is in a mask."""
        counts = np.bincount(self.labels[mask], minlength=LABELS)
        return np.asarray(counts >= self.least)

    @property
    def outside(self) -> Mask:
        """What is around the field."""
        around: Mask = (self.labels == OUTSIDE) | (self.labels == TRAYS)
        return around

    @property
    def least(self) -> float:
        """Pixels that are enough to tell that something is there."""
        return max(LEAST * np.pi / 4 * self.checker**2, 3)

    def places_at(self, spots: Spots) -> frozenset[Place]:
        """The places that some labels stand for."""
        return frozenset(place for spot in np.flatnonzero(spots) for place in self.places[spot])

    def pixels(self) -> Points:
        """Where in a picture the pixels of a small picture are."""
        rows, columns = np.mgrid[0 : self.labels.shape[0], 0 : self.labels.shape[1]]
        grid = np.stack([columns.ravel() + 0.5, rows.ravel() + 0.5], axis=1)
        return grid * self.step - 0.5 + (self.left, self.top)

    def around(self, spots: Spots) -> Spots:
        """The same labels, and those beside them."""
        return np.asarray(self.beside[spots].any(axis=0))


def ground_of(learned: Learned) -> Ground:
    """Where to look for this board."""
    eye, field = learned.eye, learned.field
    checker = _checker(eye, field)
    step = max(1, round(checker / FINE))
    left, top, width, height = _window(eye, field, step)
    fine = checker / step
    blank = np.zeros((height, width), np.uint8)
    beside = np.eye(LABELS, dtype=np.bool_)
    places = _places(field, learned.home)
    ground = Ground(left, top, step, blank, places, beside, fine, blank.astype(np.float32))
    pixels = ground.pixels()
    spots = eye.spots(pixels, field.thickness / 2)
    labels = _labels(spots, field, learned.home).reshape(height, width)
    bare = _bare(learned, pixels.reshape(height, width, -1))
    return replace(ground, labels=labels, beside=_beside(labels, fine), bare=bare)


def _bare(learned: Learned, pixels: Points) -> Small:
    """What the board alone would show at rows of pixels of a picture, as brightnesses."""
    spots = learned.eye.spots(pixels.reshape(-1, 2), learned.field.thickness)
    where = to_plane(spots).reshape(pixels.shape)
    roots = sampled(learned.looks.ground.astype(np.float32), where)
    return np.asarray(roots**2 / WHITE, np.float32)


def _checker(eye: Eye, field: Field) -> float:
    """Pixels across a checker in the middle of the field, the shorter way."""
    middle = np.array([field.width, field.depth]) / 2
    ends = middle + np.array([(0, 0), (field.checker, 0), (0, field.checker)])
    here, along, across = eye.pixels(ends)
    return float(min(np.hypot(*(along - here)), np.hypot(*(across - here))))


def _window(eye: Eye, field: Field, step: int) -> tuple[int, int, int, int]:
    """Left and top in pixels, and how many steps it is wide and high."""
    reach = field.corners + AROUND * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    pixels = eye.pixels(reach)
    low = np.clip(np.floor(pixels.min(axis=0)), 0, np.array(eye.size)).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)), 0, np.array(eye.size)).astype(int)
    width, height = (high - low) // step
    return int(low[0]), int(low[1]), int(width), int(height)


def _labels(spots: Points, field: Field, home: Home) -> Labels:
    x, y = spots[:, 0], spots[:, 1]
    right = x >= HALF + field.bar
    column = np.floor(np.where(right, x - field.bar, x)).astype(int)
    on_bar = (x >= HALF) & ~right
    inside = (x >= 0) & (x < field.width) & (y >= -RIM) & (y < field.depth + RIM)
    slots = np.where(y < field.depth / 2, ROW + 1 + column, ROW - column)
    beside = x >= field.width if home.is_at_right else x < 0
    around = np.where(beside, TRAYS, OUTSIDE)
    labels: Labels = np.where(inside, np.where(on_bar, BAR, slots), around).astype(np.uint8)
    return labels


def _places(field: Field, home: Home) -> tuple[tuple[Place, ...], ...]:
    slots: Mapping[int, tuple[Place, ...]] = {slot: (home.place(slot),) for slot in SLOTS}
    bars, trays = tuple(map(bar, Colour)), tuple(map(tray, Colour))
    middle = (HALF, HALF + 1, ROW + HALF, ROW + HALF + 1) if field.bar < A_BAR else ()
    return (
        (),
        *((*slots[slot], *bars) if slot in middle else slots[slot] for slot in SLOTS),
        bars,
        trays,
    )


def _beside(labels: Labels, checker: float) -> NDArray[np.bool_]:
    """Which labels come within half a checker of which."""
    reach = 2 * round(checker / 2) + 1
    kernel = np.ones((reach, reach), np.uint8)
    beside = np.eye(LABELS, dtype=np.bool_)
    for label in (*SLOTS, BAR):
        wider = cv2.dilate((labels == label).astype(np.uint8), kernel)
        beside[label] |= np.bincount(labels[wider > 0], minlength=LABELS) > checker**2
    around = [OUTSIDE, TRAYS]
    beside[:, around] = False
    beside[around, around] = True
    return beside
