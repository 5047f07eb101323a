"""The tracked part of a picture, and the place of each pixel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour, Place, bar, tray
from vision.calibration_data import WHITE, Calibration
from vision.camera_model import BoardCamera
from vision.field_geometry import HALF, ROW, SLOTS, FieldGeometry, LightHome
from vision.occlusion import Raster
from vision.picture_arrays import Mask, Picture, Points
from vision.top_view import BESIDE, field_to_plane, interpolate


@dataclass(frozen=True, slots=True)
class AreaLimits:
    """The size of the tracked area and of its parts."""

    pixels_per_checker: int = 8
    """Pixels across a checker in a small picture, about."""
    margin: tuple[float, float] = (BESIDE, 1.6)
    """Widths of a point around the field that are tracked too: aside (trays), above and below."""
    rim_margin: float = 0.5
    """Widths of a point beyond the rim at which a checker at the rim may be seen."""
    min_bar: float = 0.3
    """Widths of a point; on a narrower bar checkers are not distinguished from those beside it."""
    min_changed_fraction: float = 1 / 8
    """Fraction of a checker's area that must change before its place counts as changed."""


OUTSIDE = 0
BAR = len(SLOTS) + 1
TRAYS = BAR + 1
LABELS = TRAYS + 1
"""Labels of pixels, LABELS in all: 1 to 24 are slots, TRAYS beside the homes, OUTSIDE the rest."""

SmallPicture = NDArray[np.float32]
"""A small picture, averaged over time."""
Labels = NDArray[np.uint8]
LabelFlags = NDArray[np.bool_]
"""True or false for each label."""


@dataclass(frozen=True, slots=True, eq=False)
class TrackedArea:
    """The tracked area of one camera's pictures, and its places."""

    left: int
    """Left edge of the tracked area in the full picture, in pixels."""
    top: int
    """Top edge of it, in pixels."""
    step: int
    """Pixels of the full picture for each pixel of a small one, along both axes."""
    labels: Labels
    """The label of each pixel of a small picture."""
    places: tuple[tuple[Place, ...], ...]
    """The places that each label stands for."""
    neighbours: Mask
    """True where two labels are neighbours; each is its own neighbour."""
    checker: float
    """Diameter of a checker in a small picture, in pixels."""
    point: float
    """Width of a point in a small picture, in pixels."""
    min_pixels: float
    """Pixels of a label that must be covered before it counts."""
    bare: SmallPicture
    """The calibrated bare board as a small picture; 0 outside of the known part."""

    def reduce(self, picture: Picture) -> Picture:
        """Cuts out the tracked area of a picture and reduces it."""
        height, width = self.labels.shape
        bottom, right = self.top + height * self.step, self.left + width * self.step
        part = picture[self.top : bottom, self.left : right]
        small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.uint8)

    def labels_in(self, mask: Mask) -> LabelFlags:
        """True for each label of which a mask covers enough."""
        counts = np.bincount(self.labels[mask], minlength=LABELS)
        return np.asarray(counts >= self.min_pixels)

    @property
    def outside(self) -> Mask:
        """A mask of everything around the field."""
        return np.asarray((self.labels == OUTSIDE) | (self.labels == TRAYS))

    @property
    def raster(self) -> Raster:
        field = ~self.outside
        return Raster(self.point, np.ones(field.shape, np.bool_), field, field)

    def places_at(self, spots: LabelFlags) -> frozenset[Place]:
        return frozenset(place for spot in np.flatnonzero(spots) for place in self.places[spot])

    def pixels(self) -> Points:
        """The positions of a small picture's pixels in the full picture."""
        rows, columns = np.mgrid[0 : self.labels.shape[0], 0 : self.labels.shape[1]]
        grid = np.stack([columns.ravel() + 0.5, rows.ravel() + 0.5], axis=1)
        return grid * self.step - 0.5 + (self.left, self.top)

    def around(self, spots: LabelFlags) -> LabelFlags:
        return np.asarray(self.neighbours[spots].any(axis=0))


def tracked_area(calibration: Calibration, limits: AreaLimits = AreaLimits()) -> TrackedArea:
    """The tracked area of a calibrated board."""
    camera, field = calibration.camera, calibration.field
    checker = _checker(camera, field)
    step = max(1, round(checker / limits.pixels_per_checker))
    left, top, width, height = _window(camera, field, step, limits)
    fine = checker / step
    blank = np.zeros((height, width), np.uint8)
    beside = np.eye(LABELS, dtype=np.bool_)
    places = _places(field, calibration.home, limits)
    point = fine / field.checker
    least = max(limits.min_changed_fraction * np.pi / 4 * fine**2, 3)
    unknown = blank.astype(np.float32)
    area = TrackedArea(left, top, step, blank, places, beside, fine, point, least, unknown)
    pixels = area.pixels()
    spots = camera.spots(pixels, field.thickness / 2)
    labels = _labels(spots, field, calibration.home, limits).reshape(height, width)
    bare = _bare_board(calibration, pixels.reshape(height, width, -1))
    return replace(area, labels=labels, neighbours=_label_neighbours(labels, fine), bare=bare)


def _bare_board(calibration: Calibration, pixels: Points) -> SmallPicture:
    """The brightness of the bare board at rows of pixels of a picture."""
    spots = calibration.camera.spots(pixels.reshape(-1, 2), calibration.field.thickness)
    where = field_to_plane(spots).reshape(pixels.shape)
    roots = interpolate(calibration.appearance.ground.astype(np.float32), where)
    return np.asarray(roots**2 / WHITE, np.float32)


def _checker(camera: BoardCamera, field: FieldGeometry) -> float:
    """The diameter in pixels of a checker in the middle of the field, along its shorter axis."""
    middle = np.array([field.width, field.depth]) / 2
    ends = middle + np.array([(0, 0), (field.checker, 0), (0, field.checker)])
    here, along, across = camera.pixels(ends)
    return float(min(np.hypot(*(along - here)), np.hypot(*(across - here))))


def _window(
    camera: BoardCamera, field: FieldGeometry, step: int, limits: AreaLimits
) -> tuple[int, int, int, int]:
    """Left and top in pixels, and width and height in steps."""
    reach = field.corners + np.array(limits.margin) * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    pixels = camera.pixels(reach)
    low = np.clip(np.floor(pixels.min(axis=0)), 0, np.array(camera.size)).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)), 0, np.array(camera.size)).astype(int)
    width, height = (high - low) // step
    return int(low[0]), int(low[1]), int(width), int(height)


def _labels(spots: Points, field: FieldGeometry, home: LightHome, limits: AreaLimits) -> Labels:
    x, y = spots[:, 0], spots[:, 1]
    right = x >= HALF + field.bar
    column = np.floor(np.where(right, x - field.bar, x)).astype(int)
    on_bar = (x >= HALF) & ~right
    rim = limits.rim_margin
    inside = (x >= 0) & (x < field.width) & (y >= -rim) & (y < field.depth + rim)
    slots = np.where(y < field.depth / 2, ROW + 1 + column, ROW - column)
    beside = x >= field.width if home.is_at_right else x < 0
    around = np.where(beside, TRAYS, OUTSIDE)
    return np.where(inside, np.where(on_bar, BAR, slots), around).astype(np.uint8)


def _places(
    field: FieldGeometry, home: LightHome, limits: AreaLimits
) -> tuple[tuple[Place, ...], ...]:
    slots: Mapping[int, tuple[Place, ...]] = {slot: (home.place(slot),) for slot in SLOTS}
    bars, trays = tuple(map(bar, Colour)), tuple(map(tray, Colour))
    middle = (HALF, HALF + 1, ROW + HALF, ROW + HALF + 1) if field.bar < limits.min_bar else ()
    points = ((*slots[slot], *bars) if slot in middle else slots[slot] for slot in SLOTS)
    return (), *points, bars, trays


def _label_neighbours(labels: Labels, checker: float) -> Mask:
    """True where labels come within half a checker of each other."""
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
