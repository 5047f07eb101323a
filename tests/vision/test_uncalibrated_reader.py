"""A board without calibration is read."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, POINTS, Colour, point, tray
from hardware.observations import UNKNOWN_SIGHTING
from simulation.rendering.board_geometry import checker_spot
from simulation.rendering.board_pictures import START, BoardPicture, render_board
from simulation.rendering.hand_and_arm import make_hand
from tests.rigs.vision.decoy_pictures import brightness, discs, draughts, slope
from tests.rigs.vision.rendered_boards import (
    MIDDLE,
    corners_of,
    false_claims,
    layout_of,
    wrong_places,
)
from vision.camera_model import Corners
from vision.picture_arrays import Picture
from vision.picture_reading import PictureReading
from vision.uncalibrated_reader import read_uncalibrated

LOOKS = [
    ("club", "soft", "above"),
    ("wood", "lamp", "leaning"),
    ("green-felt", "window", "steep"),
    ("paper", "plain", "crooked"),
    ("metal", "plain", "other-short-side"),
]
RUNNING_HOME = layout_of(
    {1: 2, 2: 3, 3: 2, 5: 3, 6: 3}, {24: 3, 22: 2, 20: 4, 19: 3}, dark_off=3, light_off=2
)
UPRIGHT_CORNERS = Corners.of(np.array([(290, 100), (990, 100), (990, 620), (290, 620)], float))


def read_roughly(view: BoardPicture, seed: int = 1) -> PictureReading:
    """The reading with corners that are up to four pixels off."""
    off = np.random.default_rng(seed).uniform(-4, 4, (4, 2))
    return read_uncalibrated(view.picture, Corners.of(corners_of(view).points + off)).reading


def count_narrow_claims(reading: PictureReading) -> int:
    """The number of places with few possible counts."""
    totals = [sighting.total for sighting in reading.sightings.values()]
    return sum(total.high - total.low <= 2 for total in totals)


@pytest.mark.release(after=1)
@pytest.mark.parametrize(("look", "light", "viewpoint"), LOOKS)
def test_unknown_board_is_read(look: str, light: str, viewpoint: str) -> None:
    reading = read_roughly(render_board(look, light, viewpoint, MIDDLE, seed=4))
    assert len(wrong_places(reading, MIDDLE)) <= 1
    assert false_claims(reading, MIDDLE) == []


def test_all_checkers_of_a_plain_board_are_recognised() -> None:
    reading = read_roughly(render_board("club", "soft", "leaning", START, seed=2), seed=2)
    assert wrong_places(reading, START) == []
    assert count_narrow_claims(reading) == len(BACKGAMMON.places)
    assert not reading.covered


def test_borne_off_checkers_are_read_in_the_tray() -> None:
    reading = read_roughly(render_board("club", "soft", "leaning", RUNNING_HOME, seed=2), seed=2)
    assert false_claims(reading, RUNNING_HOME) == []
    assert wrong_places(reading, RUNNING_HOME, {tray(Colour.LIGHT)}) == []


def test_place_hidden_by_a_hand_is_unknown() -> None:
    view = render_board("paper", "plain", "above", MIDDLE, seed=1)
    x, y, _ = checker_spot(view.plan, point(8), 2)
    hand = make_hand((x, y, 0.3), -1, x)
    reading = read_roughly(render_board("paper", "plain", "above", MIDDLE, seed=1, things=[hand]))
    assert reading.sightings[point(8)] == UNKNOWN_SIGHTING
    assert false_claims(reading, MIDDLE) == []


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
    circles = chance.integers(0, (1280, 720, 60, 256, 256, 256), (120, 6)).tolist()
    for x, y, radius, *colour in circles:
        cv2.circle(picture, (x, y), radius + 5, colour, cv2.FILLED)
    return picture


def plain_grey() -> Picture:
    return np.full((720, 1280, 3), 90, np.uint8)


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    "picture", [noise, clouds, checks, bubbles, plain_grey, discs, slope, brightness]
)
def test_picture_without_a_board_claims_nothing(picture: Callable[[], Picture]) -> None:
    assert count_narrow_claims(read_uncalibrated(picture(), UPRIGHT_CORNERS).reading) == 0


@pytest.mark.release
def test_board_with_checkers_of_one_colour_is_not_located() -> None:
    squares = Corners.of(np.array([(180, 80), (820, 80), (820, 720), (180, 720)], float))
    assert read_uncalibrated(draughts(), squares).fitted is None


@pytest.mark.release
def test_imprecise_corners_are_corrected_by_the_checkers() -> None:
    view = render_board("club", "soft", "leaning", MIDDLE, seed=4)
    off = np.array([(5.0, -4.0), (-4.0, -5.0), (4.0, 5.0), (-5.0, 4.0)])
    fitted = read_uncalibrated(view.picture, Corners.of(view.corners + off)).fitted
    assert fitted is not None
    seen_at = fitted.camera.pixels(fitted.field.corners)
    assert np.linalg.norm(seen_at - view.corners, axis=1).max() < np.linalg.norm(off[0])


@pytest.mark.release
def test_mirrored_board_is_read_with_its_own_numbering() -> None:
    view = render_board("club", "soft", "above", MIDDLE, seed=1)
    mirrored = np.ascontiguousarray(view.picture[:, ::-1])
    points = corners_of(view).points * (-1, 1) + (view.picture.shape[1] - 1, 0)
    reading = read_uncalibrated(mirrored, Corners.of(points)).reading
    assert wrong_places(reading, MIDDLE, among=POINTS) == []


@pytest.mark.release
def test_corners_in_any_order_or_place_are_accepted() -> None:
    view = render_board("club", "soft", "leaning", START)
    pointed = corners_of(view)
    turned = [pointed.rotated(quarters) for quarters in (1, 2)]
    far = [Corners.of(pointed.points * by - 800) for by in (0.02, 400.0)]
    for corners in (*turned, *far):
        assert set(read_uncalibrated(view.picture, corners).reading.chances) == set(
            BACKGAMMON.places
        )
