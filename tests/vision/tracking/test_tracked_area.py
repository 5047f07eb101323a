"""The places and the bare board at each pixel of the small tracked picture."""

from functools import cache

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Colour, tray
from simulation.rendering.board_geometry import HomeQuarter
from simulation.rendering.board_pictures import render_board
from tests.rigs.vision.rendered_boards import corners_of
from vision.calibration.from_start_position import calibrate
from vision.tracking.tracked_area import OUTSIDE, TRAYS, TrackedArea, tracked_area

MAX_IN_A_ROW = 32_767
"""OpenCV takes no more pixels than these in a row."""


@cache
def area_of(home: HomeQuarter = HomeQuarter.BOTTOM_RIGHT) -> TrackedArea:
    view = render_board(size=(480, 320), home=home)
    return tracked_area(calibrate(view.picture, corners_of(view)))


@pytest.mark.release
def test_every_place_is_somewhere_in_the_picture() -> None:
    area = area_of()
    seen = area.places_at(np.isin(np.arange(len(area.places)), area.labels))
    assert seen == set(BACKGAMMON.places)


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    ("home", "is_left"), [(HomeQuarter.BOTTOM_RIGHT, False), (HomeQuarter.TOP_LEFT, True)]
)
def test_trays_are_where_the_homes_are(home: HomeQuarter, is_left: bool) -> None:  # noqa: FBT001 - a case
    area = area_of(home)
    half = area.labels.shape[1] // 2
    left, right = ((part == TRAYS).sum() for part in np.split(area.labels, [half], axis=1))
    assert (left > 0, right > 0) == (is_left, not is_left)
    assert set(area.places[TRAYS]) == set(map(tray, Colour))
    assert area.places[OUTSIDE] == ()


def test_the_bare_board_is_known_at_every_pixel_however_many_there_are() -> None:
    area = area_of()
    assert area.labels.size > MAX_IN_A_ROW
    assert area.bare[~area.outside].min() > 0
