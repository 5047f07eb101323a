"""Guessing what lies on a board of which nothing was learnt."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, POINTS, Colour, point, tray
from hardware.drivers.simulated.camera.hands import reaching
from hardware.drivers.simulated.camera.laying import spot
from hardware.drivers.simulated.camera.pictures import START, View, rendered
from hardware.sightings import ANYTHING
from tests.rigs.no_boards import brightness, discs, draughts, slope
from tests.rigs.vision_boards import MIDDLE, board, corners_of, outside, wrong
from vision.corners import Corners
from vision.guessing import guessed
from vision.pictures import Picture
from vision.readings import Reading

LOOKS = [
    ("club", "soft", "above"),
    ("wood", "lamp", "leaning"),
    ("green-felt", "window", "steep"),
    ("paper", "plain", "crooked"),
    ("metal", "plain", "other-short-side"),
]
RUNNING_HOME = board(
    {1: 2, 2: 3, 3: 2, 5: 3, 6: 3}, {24: 3, 22: 2, 20: 4, 19: 3}, dark_off=3, light_off=2
)
HELD = Corners.of(np.array([(290, 100), (990, 100), (990, 620), (290, 620)], float))


def seen(view: View, seed: int = 1) -> Reading:
    """What is guessed where somebody pointed to the corners, four pixels off at most."""
    off = np.random.default_rng(seed).uniform(-4, 4, (4, 2))
    return guessed(view.picture, Corners.of(corners_of(view).points + off)).reading


def claimed(reading: Reading) -> int:
    """The places of which hardly any way is left."""
    totals = [sighting.total for sighting in reading.sightings.values()]
    return sum(total.high - total.low <= 2 for total in totals)


@pytest.mark.parametrize(("look", "light", "viewpoint"), LOOKS)
def test_a_board_that_was_never_seen_is_read(look: str, light: str, viewpoint: str) -> None:
    reading = seen(rendered(look, light, viewpoint, MIDDLE, seed=4))
    assert len(wrong(reading, MIDDLE)) <= 1
    assert outside(reading, MIDDLE) == []


def test_all_checkers_of_a_plain_board_are_told_for_what_they_are() -> None:
    reading = seen(rendered("club", "soft", "leaning", START, seed=2), seed=2)
    assert wrong(reading, START) == []
    assert claimed(reading) == len(BACKGAMMON)
    assert not reading.covered


def test_checkers_are_borne_off_from_home() -> None:
    reading = seen(rendered("club", "soft", "leaning", RUNNING_HOME, seed=2), seed=2)
    assert outside(reading, RUNNING_HOME) == []
    assert wrong(reading, RUNNING_HOME, {tray(Colour.LIGHT)}) == []


def test_what_a_hand_hides_is_anything() -> None:
    view = rendered("paper", "plain", "above", MIDDLE, seed=1)
    x, y, _ = spot(view.plan, point(8), 2)
    hand = reaching((x, y, 0.3), -1, x)
    reading = seen(rendered("paper", "plain", "above", MIDDLE, seed=1, things=[hand]))
    assert reading.sightings[point(8)] == ANYTHING
    assert outside(reading, MIDDLE) == []


def noise() -> Picture:
    return np.random.default_rng(1).integers(0, 256, (720, 1280, 3), dtype=np.uint8)


def clouds() -> Picture:
    rough = np.random.default_rng(2).normal(128, 900, (720, 1280, 3))
    return np.clip(cv2.GaussianBlur(rough, (0, 0), 9), 0, 255).astype(np.uint8)


def checks() -> Picture:
    squares = (np.indices((720, 1280)) // 45).sum(axis=0) % 2 * 255
    return np.repeat(squares[..., None], 3, axis=2).astype(np.uint8)


def bubbles() -> Picture:
    picture, chance = np.full((720, 1280, 3), 128, np.uint8), np.random.default_rng(3)
    for x, y, radius, *colour in chance.integers(
        0, (1280, 720, 60, 256, 256, 256), (120, 6)
    ).tolist():
        cv2.circle(picture, (x, y), radius + 5, colour, cv2.FILLED)
    return picture


def even() -> Picture:
    return np.full((720, 1280, 3), 90, np.uint8)


@pytest.mark.parametrize(
    "picture", [noise, clouds, checks, bubbles, even, discs, slope, brightness]
)
def test_of_what_is_no_board_nothing_is_claimed(picture: Callable[[], Picture]) -> None:
    assert claimed(guessed(picture(), HELD).reading) == 0


def test_checkers_of_one_colour_are_no_game() -> None:
    squares = Corners.of(np.array([(180, 80), (820, 80), (820, 720), (180, 720)], float))

    assert guessed(draughts(), squares).standing is None


def test_its_checkers_tell_where_the_corners_are_that_were_pointed_to_badly() -> None:
    view = rendered("club", "soft", "leaning", MIDDLE, seed=4)
    off = np.array([(5.0, -4.0), (-4.0, -5.0), (4.0, 5.0), (-5.0, 4.0)])
    standing = guessed(view.picture, Corners.of(view.corners + off)).standing
    assert standing is not None
    seen_at = standing.eye.pixels(standing.field.corners)
    assert np.linalg.norm(seen_at - view.corners, axis=1).max() < np.linalg.norm(off[0])


def test_a_board_in_a_mirror_is_read_as_it_is_numbered() -> None:
    view = rendered("club", "soft", "above", MIDDLE, seed=1)
    mirrored = np.ascontiguousarray(view.picture[:, ::-1])
    points = corners_of(view).points * (-1, 1) + (view.picture.shape[1] - 1, 0)
    reading = guessed(mirrored, Corners.of(points)).reading
    assert wrong(reading, MIDDLE, among=POINTS) == []


def test_corners_in_any_order_or_place_are_borne() -> None:
    view = rendered("club", "soft", "leaning", START)
    pointed = corners_of(view)
    turned = [pointed.turned(quarters) for quarters in (1, 2)]
    far = [Corners.of(pointed.points * by - 800) for by in (0.02, 400.0)]
    for corners in (*turned, *far):
        assert set(guessed(view.picture, corners).reading.chances) == set(BACKGAMMON)
