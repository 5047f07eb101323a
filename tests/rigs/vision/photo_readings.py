"""Picture files of boards, and readings of boards without a picture."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Layout, Pile, Place
from service.camera.photo_reading import PhotoReading
from simulation.rendering.board_geometry import HomeQuarter
from simulation.rendering.board_pictures import START, BoardPicture, render_board
from simulation.rendering.picture_conditions import VIEWPOINTS
from tests.rigs.vision.rendered_boards import counts_at
from vision.calibration.from_start_position import CalibrationLimits, calibrate
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera, Corners
from vision.field_geometry import FieldGeometry, LightHome
from vision.overlay import LocatedReading
from vision.picture_arrays import Picture
from vision.picture_reading import CHECKERS_EACH, CountChances, PictureReading

SMALL = (640, 480)
KNOCK_DEGREES = (0.5, -0.3, 0.2)
"""Rotation (degrees) of a knocked camera."""
CountWeights = Mapping[tuple[int, int], float]
"""Probabilities by the numbers of light and dark checkers."""


def small_picture(
    lying: Layout = START,
    home: HomeQuarter = HomeQuarter.BOTTOM_RIGHT,
    bump: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> BoardPicture:
    """A small picture of a board by a fixed camera."""
    return _render_once(frozenset(lying.piles.items()), home, bump)


@lru_cache(maxsize=16)
def _render_once(
    piles: frozenset[tuple[Place, Pile]], home: HomeQuarter, bump: tuple[float, float, float]
) -> BoardPicture:
    leaning = VIEWPOINTS["leaning"].bumped(*bump)
    return render_board("club", "soft", leaning, Layout(dict(piles)), size=SMALL, home=home)


def write_picture(picture: Picture, file: Path) -> str:
    """Writes a picture and returns the name of its file."""
    assert cv2.imwrite(str(file), picture)
    return str(file)


def corner_text(corners: Corners) -> str:
    """Corners as a user types them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners.points.tolist())


def count_chances(ways: CountWeights) -> CountChances:
    """The chances of these counts at one place."""
    table = np.zeros((CHECKERS_EACH + 1, CHECKERS_EACH + 1))
    for way, weight in ways.items():
        table[way] = weight
    return CountChances(table / table.sum())


def reading_of(
    lying: Layout, covered: Iterable[Place] = (), doubts: Mapping[Place, CountWeights] | None = None
) -> PictureReading:
    """A certain reading of a layout, except for these places."""
    certain = {place: count_chances({counts_at(lying, place): 1}) for place in BACKGAMMON.places}
    doubted = {place: count_chances(ways) for place, ways in (doubts or {}).items()}
    return PictureReading(certain | doubted, frozenset(covered))


FROM_ABOVE = BoardCamera(np.array([[40.0, 0, 0, 60], [0, 40, 0, 14], [0, 0, 0, 1]]), SMALL)
"""A camera straight above a board, a point being 40 pixels wide."""


def photo_reading_of(
    reading: PictureReading, home: LightHome = LightHome.BOTTOM_RIGHT
) -> PhotoReading:
    """The result for this reading, with a camera straight above the board."""
    return PhotoReading(LocatedReading(FROM_ABOVE, FieldGeometry(), home, reading), ())


def calibrate_once(picture: Picture, corners: Corners, *limits: CalibrationLimits) -> Calibration:
    """The result of `calibrate`, computed only once for the same picture and corners."""
    key = picture.tobytes(), corners
    if key not in _calibrations:
        _calibrations[key] = calibrate(picture, corners, *limits)
    return _calibrations[key]


def patch_calibrate_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patches all modules to calibrate only once from each picture."""
    for room in ("vision.calibration.from_start_position", "service.camera.photo_reading"):
        monkeypatch.setattr(f"{room}.calibrate", calibrate_once)


_calibrations: dict[tuple[bytes, Corners], Calibration] = {}


def layout_without_one(lying: Layout, place: Place) -> Layout:
    """The layout with one checker fewer on a place."""
    piles = dict(lying.piles)
    pile = piles.pop(place)
    if pile.count > 1:
        piles[place] = replace(pile, count=pile.count - 1)
    return Layout(piles)
