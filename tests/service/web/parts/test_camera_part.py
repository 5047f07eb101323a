"""Readings of a camera are drawn at their place in the picture, as certain as they are."""

import math
from functools import cache

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, POINTS, Colour, bar, point, tray
from hardware.observations import UNKNOWN_SIGHTING, Count, Sighting, of_any_colour, of_colour
from hardware.signals import CameraProblem
from service.web.messages.device_messages import Certainty, PlaceView
from service.web.messages.from_page import Pixel
from service.web.parts.camera_outline import CameraOutline, camera_outline
from service.web.parts.device_parts import camera_view_part
from service.words.phrases import Language, load_phrases
from tests.rigs.tables.camera_tables import CAMERA_TABLE, camera_state, usual_calibration
from tests.rigs.vision.photo_readings import FROM_ABOVE
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera
from vision.field_geometry import FieldGeometry, LightHome

ENGLISH = load_phrases(Language("en"))
SETTINGS = CAMERA_TABLE.match_settings
LIGHT, DARK = Colour


@cache
def straight(
    home: LightHome = LightHome.BOTTOM_RIGHT, camera: BoardCamera = FROM_ABOVE
) -> CameraOutline:
    return camera_outline(
        Calibration(camera, FieldGeometry(), home, usual_calibration().appearance)
    )


def place_view(claim: Sighting) -> PlaceView:
    """The view of point 6 for this claim."""
    sight = camera_view_part(camera_state({point(6): claim}), straight(), SETTINGS, ENGLISH)
    return sight.places[point(6)]


@pytest.mark.parametrize(
    ("claim", "text", "certainty", "colour"),
    [
        (of_colour(LIGHT, 0), "", Certainty.SURE, None),
        (of_colour(LIGHT, 5), "5", Certainty.SURE, LIGHT),
        (of_colour(DARK, 4, 5), "4-5", Certainty.DOUBTFUL, DARK),
        (of_any_colour(2), "2?", Certainty.DOUBTFUL, None),
        (UNKNOWN_SIGHTING, "?", Certainty.OPEN, None),
        (Sighting(Count(1, 1), Count(1, 1), Count(2, 2)), "2", Certainty.SURE, None),
    ],
)
def test_a_place_is_shown_as_surely_as_it_is_seen(
    claim: Sighting, text: str, certainty: Certainty, colour: Colour | None
) -> None:
    shown = place_view(claim)
    assert (shown.text, shown.certainty, shown.colour) == (text, certainty, colour)


def test_unknown_or_unseen_board_draws_nothing() -> None:
    for state in (None, camera_state(learnt=False)):
        assert camera_view_part(state, straight(), SETTINGS, ENGLISH).places == {}
    for state in (camera_state(problem=CameraProblem.TOO_DARK), camera_state()):
        drawn = camera_view_part(state, straight(), SETTINGS, ENGLISH)
        assert bool(drawn.lines) is (state.problem is None)
    assert camera_view_part(camera_state(), None, SETTINGS, ENGLISH).summary


def test_every_place_has_a_spot_and_every_point_a_number_within_reach_of_the_field() -> None:
    shown = straight()

    assert set(shown.at) == set(BACKGAMMON.places)
    assert set(shown.numbers) == set(POINTS)
    assert shown.point == pytest.approx(40)
    for spot in (*shown.at.values(), *shown.numbers.values()):
        assert 0 <= spot.x <= FROM_ABOVE.size[0]
        assert 0 <= spot.y <= FROM_ABOVE.size[1]


@pytest.mark.parametrize("home", LightHome)
def test_light_counts_from_the_corner_where_his_home_is(home: LightHome) -> None:
    shown = straight(home)
    at_left = home in (LightHome.BOTTOM_LEFT, LightHome.TOP_LEFT)
    at_top = home in (LightHome.TOP_LEFT, LightHome.TOP_RIGHT)
    first, sixth, far = (shown.numbers[point(number)] for number in (1, 6, 24))

    assert (first.x < sixth.x) is at_left
    assert (first.y < far.y) is at_top
    assert first.x == far.x
    assert (shown.at[tray(LIGHT)].x < first.x) is at_left
    assert (shown.at[bar(LIGHT)].y > shown.at[bar(DARK)].y) is at_top


def test_the_corners_begin_at_the_upper_left_however_the_camera_is_held() -> None:
    for quarters in range(4):
        for mirrored in (1.0, -1.0):
            corners = straight(LightHome.BOTTOM_RIGHT, _turned(quarters, mirrored)).corners
            assert corners[0] == min(corners, key=lambda it: it.x + it.y)
            assert _is_clockwise(corners)


def test_the_lines_bend_with_the_lens() -> None:
    bent = straight(LightHome.BOTTOM_RIGHT, BoardCamera(FROM_ABOVE.matrix, FROM_ABOVE.size, 0.05))

    assert bent.lines != straight().lines
    assert bent.lines.count("M") == straight().lines.count("M") == 1 + 2 + 24


def _turned(quarters: int, mirrored: float) -> BoardCamera:
    angle = math.pi / 2 * quarters
    sine, cosine = round(math.sin(angle)), round(math.cos(angle))
    wide, high = FROM_ABOVE.size
    middle = np.array([[1, 0, wide / 2], [0, 1, high / 2], [0, 0, 1]])
    turn = np.array([[cosine * mirrored, -sine, 0], [sine * mirrored, cosine, 0], [0, 0, 1]])
    return BoardCamera(middle @ turn @ np.linalg.inv(middle) @ FROM_ABOVE.matrix, FROM_ABOVE.size)


def _is_clockwise(corners: tuple[Pixel, ...]) -> bool:
    after = (*corners[1:], corners[0])
    return sum(a.x * b.y - b.x * a.y for a, b in zip(corners, after, strict=True)) > 0
