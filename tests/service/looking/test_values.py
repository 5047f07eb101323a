"""What programs are told of a picture, whoever numbers the points."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.checkers import Colour, bar, point, tray
from hardware.drivers.simulated.camera.pictures import START
from service.looking.cards import Card, compared
from service.looking.values import values
from tests.rigs.looked_at import looked_at, reading_of
from tests.rigs.vision_boards import board
from vision.home import Home

LIGHT, DARK = Colour
AS_PRINTED = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]
"""The starting position for whoever counts from his home."""
AS_MIRRORED = [5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5]
"""The same where the bottom row is counted to his home."""
HIT = board({6: 4, 8: 3, 13: 4, 24: 2}, {19: 4, 12: 5, 17: 3, 1: 2}, light_hit=2, dark_off=1)


def told(home: Home, *, by_corners: bool) -> dict[str, Any]:
    looked = looked_at(reading_of(START), home)
    return values(Card(looked), by_corners=by_corners)


@pytest.mark.parametrize(
    ("home", "points", "positive"),
    [
        (Home.BOTTOM_RIGHT, AS_PRINTED, "light"),
        (Home.TOP_RIGHT, AS_PRINTED, "dark"),
        (Home.BOTTOM_LEFT, [*AS_PRINTED[11::-1], *AS_PRINTED[:11:-1]], "light"),
        (Home.TOP_LEFT, [*AS_PRINTED[11::-1], *AS_PRINTED[:11:-1]], "dark"),
    ],
)
def test_by_corners_whose_home_is_in_the_bottom_row_counts_above_zero(
    home: Home, points: list[int], positive: str
) -> None:
    found = told(home, by_corners=True)

    assert found["points"] == points
    assert (found["order"], found["positive"]) == ("corners", positive)
    assert found["range"]["points"] == [[count, count] for count in points]


@pytest.mark.parametrize("home", list(Home))
def test_without_corners_the_points_are_told_as_light_counts(home: Home) -> None:
    found = told(home, by_corners=False)

    assert found["points"] == AS_PRINTED
    assert (found["order"], found["positive"]) == ("light", "light")
    assert found["home"]["light"] == home.value
    assert found["home"]["dark"] != home.value


def test_bar_and_trays_are_told_by_colour_whoever_counts_above_zero() -> None:
    looked = looked_at(reading_of(HIT), Home.TOP_RIGHT)

    found = values(Card(looked), by_corners=True)

    assert found["bar"] == {"light": 2, "dark": 0}
    assert found["off"] == {"light": 0, "dark": 1}
    assert found["range"] is not None
    assert found["range"]["bar"]["light"] == [2, 2]  # type: ignore[index]
    assert found["complete"] is True


def test_a_doubt_is_a_range_and_a_confidence() -> None:
    doubts = {point(6): {(4, 0): 0.25, (5, 0): 0.75}, point(1): {(0, 2): 0.5, (1, 0): 0.5}}
    looked = looked_at(reading_of(START, doubts=doubts), Home.TOP_RIGHT)

    found: Any = values(Card(looked), by_corners=False)
    turned: Any = values(Card(looked), by_corners=True)

    assert found["range"]["points"][5] == [4, 5]
    assert found["range"]["points"][0] == [-2, 1]
    assert found["confidence"]["points"][5] == 0.75
    assert turned["range"]["points"][24 - 6] == [-5, -4]
    assert turned["range"]["points"][24 - 1] == [-1, 2]
    assert found["complete"] is False


def test_what_is_covered_may_hold_anything() -> None:
    covered = {point(6), tray(DARK), bar(LIGHT)}
    looked = looked_at(reading_of(START, covered), Home.BOTTOM_LEFT)

    found: Any = values(Card(looked), by_corners=True)

    assert found["covered"] == ["p7", "bar.light", "off.dark"]
    assert found["range"]["points"][6] == [-15, 15]
    assert found["range"]["off"]["dark"] == [0, 15]
    assert found["confidence"]["points"][6] == 0
    assert (found["xgid"], found["complete"]) == (None, False)


def test_programs_are_told_how_it_compares_with_what_was_expected() -> None:
    looked = looked_at(reading_of(START, doubts={point(6): {(4, 0): 1}}))
    position = Card(looked_at(reading_of(START))).position
    assert position is not None

    found: Any = values(Card(looked, compared(looked, position)), by_corners=False)

    assert found["expected"] == {
        "places": 28,
        "places_right": 27,
        "places_inside": 27,
        "wrong": ("p6",),
        "outside": ("p6",),
    }
