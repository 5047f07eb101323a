"""The report on a picture as JSON, in either numbering of the points."""

from typing import Any

import pytest

from hardware.checkers import Colour, bar, point, tray
from service.camera.photo_report import PhotoReport, compare_reading, report_json
from simulation.rendering.board_pictures import START
from tests.rigs.vision.photo_readings import photo_reading_of, reading_of
from tests.rigs.vision.rendered_boards import layout_of
from vision.field_geometry import LightHome

LIGHT, DARK = Colour
AS_PRINTED = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]
"""The starting position, in the numbering of the player whose checkers are above zero."""
HIT = layout_of({6: 4, 8: 3, 13: 4, 24: 2}, {19: 4, 12: 5, 17: 3, 1: 2}, light_hit=2, dark_off=1)


def start_report(home: LightHome, *, by_corners: bool) -> dict[str, Any]:
    reading = photo_reading_of(reading_of(START), home)
    return report_json(PhotoReport(reading), by_corners=by_corners)


@pytest.mark.parametrize(
    ("home", "points", "positive"),
    [
        (LightHome.BOTTOM_RIGHT, AS_PRINTED, "light"),
        (LightHome.TOP_RIGHT, AS_PRINTED, "dark"),
        (LightHome.BOTTOM_LEFT, [*AS_PRINTED[11::-1], *AS_PRINTED[:11:-1]], "light"),
        (LightHome.TOP_LEFT, [*AS_PRINTED[11::-1], *AS_PRINTED[:11:-1]], "dark"),
    ],
)
def test_by_corners_whose_home_is_in_the_bottom_row_counts_above_zero(
    home: LightHome, points: list[int], positive: str
) -> None:
    found = start_report(home, by_corners=True)

    assert found["points"] == points
    assert (found["order"], found["positive"]) == ("corners", positive)
    assert found["range"]["points"] == [[count, count] for count in points]


@pytest.mark.parametrize("home", list(LightHome))
def test_points_are_counted_as_light_does_without_corners(home: LightHome) -> None:
    found = start_report(home, by_corners=False)

    assert found["points"] == AS_PRINTED
    assert (found["order"], found["positive"]) == ("light", "light")
    assert found["home"]["light"] == home.value
    assert found["home"]["dark"] != home.value


def test_bar_and_trays_are_reported_by_colour_in_every_order() -> None:
    reading = photo_reading_of(reading_of(HIT), LightHome.TOP_RIGHT)

    found = report_json(PhotoReport(reading), by_corners=True)

    assert found["bar"] == {"light": 2, "dark": 0}
    assert found["off"] == {"light": 0, "dark": 1}
    assert found["range"] is not None
    assert found["range"]["bar"]["light"] == [2, 2]  # type: ignore[index]
    assert found["complete"] is True


def test_a_doubt_is_a_range_and_a_confidence() -> None:
    doubts = {point(6): {(4, 0): 0.25, (5, 0): 0.75}, point(1): {(0, 2): 0.5, (1, 0): 0.5}}
    reading = photo_reading_of(reading_of(START, doubts=doubts), LightHome.TOP_RIGHT)

    found: Any = report_json(PhotoReport(reading), by_corners=False)
    turned: Any = report_json(PhotoReport(reading), by_corners=True)

    assert found["range"]["points"][5] == [4, 5]
    assert found["range"]["points"][0] == [-2, 1]
    assert found["confidence"]["points"][5] == 0.75
    assert turned["range"]["points"][24 - 6] == [-5, -4]
    assert turned["range"]["points"][24 - 1] == [-1, 2]
    assert found["complete"] is False


def test_covered_place_may_hold_anything() -> None:
    covered = {point(6), tray(DARK), bar(LIGHT)}
    reading = photo_reading_of(reading_of(START, covered), LightHome.BOTTOM_LEFT)

    found: Any = report_json(PhotoReport(reading), by_corners=True)

    assert found["covered"] == ["p7", "bar.light", "off.dark"]
    assert found["range"]["points"][6] == [-15, 15]
    assert found["range"]["off"]["dark"] == [0, 15]
    assert found["confidence"]["points"][6] == 0
    assert (found["xgid"], found["complete"]) == (None, False)


def test_json_compares_with_the_expected_position() -> None:
    reading = photo_reading_of(reading_of(START, doubts={point(6): {(4, 0): 1}}))
    position = PhotoReport(photo_reading_of(reading_of(START))).position
    assert position is not None

    report = PhotoReport(reading, compare_reading(reading, position))
    found: Any = report_json(report, by_corners=False)

    counts = {"places": 28, "places_right": 27, "places_inside": 27}
    assert found["expected"] == {**counts, "wrong": ("p6",), "outside": ("p6",)}
