"""A board is calibrated from its starting position only, and any other position is named."""

import cv2
import numpy as np
import pytest

from hardware.checkers import Colour, Layout, Pile, Place, point
from service.camera.board_calibration import calibrate_from_start, quad_of
from service.camera.camera_state import CalibrationOutcome, CalibrationResult, Quad, result_in_words
from service.words.phrases import Language, load_phrases
from simulation.rendering.board_pictures import START, render_board
from simulation.rendering.picture_conditions import VIEWPOINTS
from tests.rigs.tables.camera_tables import CAMERA_TABLE
from tests.rigs.vision.photo_readings import SMALL, layout_without_one, small_picture
from tests.rigs.vision.rendered_boards import corners_of
from vision.field_geometry import LightHome
from vision.picture_arrays import Picture

LIGHT, DARK = Colour
ENGLISH = load_phrases(Language("en"))
ON_ITS_EDGE: Quad = ((120, 200), (520, 200), (600, 290), (40, 290))
"""The corners of a board of which hardly more than the rim is visible."""


def words_of(result: CalibrationResult) -> str:
    return result_in_words(result, CAMERA_TABLE.match_settings, ENGLISH)


def from_the_side() -> Picture:
    """A board that is photographed from a chair."""
    view = render_board("club", "soft", VIEWPOINTS["above"], START, size=SMALL)
    corners, aims = (np.array(four, np.float32) for four in (view.corners, ON_ITS_EDGE))
    plane = cv2.getPerspectiveTransform(corners, aims)
    edge_on = cv2.warpPerspective(view.picture, plane, SMALL, borderMode=cv2.BORDER_REPLICATE)
    return edge_on.astype(np.uint8)


def beside(place: Place, other: Place) -> Layout:
    """The starting position, with one of Light's checkers on a point where it does not belong."""
    piles = dict(layout_without_one(START, place).piles)
    return Layout({**piles, other: Pile(LIGHT, START.count(other, LIGHT) + 1)})


@pytest.mark.release
@pytest.mark.parametrize(
    ("lying", "where"),
    [
        (layout_without_one(START, point(13)), "point 13"),
        (layout_without_one(START, point(1)), "point 1"),
        (beside(point(6), point(7)), "point 6"),
        (beside(point(13), point(8)), "point 13"),
    ],
    ids=["29", "29 others", "one astray", "one with others"],
)
def test_point_with_a_missing_checker_is_reported(lying: Layout, where: str) -> None:
    corners = quad_of(corners_of(small_picture()))
    attempt = calibrate_from_start(small_picture(lying).picture, corners)

    assert attempt.calibration is None
    assert f"missing or cannot be made out on {where} (as Alice counts)" in words_of(attempt.result)


@pytest.mark.release
def test_failure_on_an_empty_board_names_no_point() -> None:
    corners = quad_of(corners_of(small_picture()))
    attempt = calibrate_from_start(small_picture(Layout({})).picture, corners)

    assert attempt.calibration is None
    assert words_of(attempt.result) == "This does not look like the starting position."


@pytest.mark.release
def test_a_board_that_is_seen_from_the_side_is_not_learnt() -> None:
    picture = from_the_side()

    sought = calibrate_from_start(picture, None)
    pointed = calibrate_from_start(picture, ON_ITS_EDGE)

    assert sought.result.outcome is CalibrationOutcome.NO_BOARD
    assert pointed.result.outcome is CalibrationOutcome.NOT_THE_START
    assert pointed.calibration is None


@pytest.mark.release
@pytest.mark.parametrize(
    ("down", "right", "home"),
    [(-1, -1, LightHome.TOP_LEFT), (1, -1, LightHome.BOTTOM_LEFT)],
    ids=["upside down", "mirrored"],
)
def test_a_picture_may_be_upside_down_or_mirrored(down: int, right: int, home: LightHome) -> None:
    held = np.ascontiguousarray(small_picture().picture[::down, ::right])

    attempt = calibrate_from_start(held, None)

    assert attempt.result.outcome is CalibrationOutcome.LEARNT
    assert attempt.calibration is not None
    assert attempt.calibration.home is home
