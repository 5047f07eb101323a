"""A board is found in a picture wherever it lies, and nothing else is taken for one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.drivers.simulated.camera.pictures import View, rendered
from tests.rigs.no_boards import EVERYTHING, Pixels
from tests.rigs.vision_boards import MIDDLE, board
from vision.corners import Corners
from vision.finding import BoardNotFound, found

CLOSE = 0.02
"""Of the board's width; what a found corner may be off."""
HOME = board({6: 4, 5: 3, 4: 3, 3: 2, 2: 2, 1: 1}, {19: 4, 20: 3, 21: 3, 22: 2, 23: 2, 24: 1})
"""Every checker is at home, so the bases of twelve points are hidden."""
SMALL = (800, 450)


def aside(corners: Corners, view: View, scale: float = 1.0) -> float:
    """How far the worst corner is off, wherever the numbering was taken to begin."""
    truth = Corners.of(view.corners).scaled(scale)
    turns = (np.roll(corners.points, quarters, axis=0) for quarters in range(4))
    worst = min(float(np.linalg.norm(turn - truth.points, axis=1).max()) for turn in turns)
    return worst / truth.width


@pytest.mark.parametrize("viewpoint", ["steep", "short-side", "corner"])
def test_a_board_is_found_wherever_the_camera_stands(viewpoint: str) -> None:
    view = rendered("wood", "lamp", viewpoint, MIDDLE, size=SMALL)

    assert aside(found(view.picture), view) < CLOSE


@pytest.mark.parametrize("look", ["club", "two-woods", "black-on-black", "metal"])
def test_a_board_is_found_whatever_it_is_made_of(look: str) -> None:
    view = rendered(look, "soft", "leaning", MIDDLE, size=SMALL)

    assert aside(found(view.picture), view) < CLOSE


def test_a_board_without_a_bar_is_found_in_bad_light() -> None:
    view = rendered("paper", "dim", "slanted", MIDDLE)

    assert aside(found(view.picture), view) < CLOSE


def test_a_small_board_far_away_is_found() -> None:
    view = rendered("club", "soft", "small", MIDDLE)

    assert aside(found(view.picture), view) < CLOSE


def test_a_board_is_found_though_a_shadow_lies_across_it() -> None:
    view = rendered("red-and-black", "edge", "leaning", MIDDLE, size=SMALL)

    assert aside(found(view.picture), view) < CLOSE


def test_a_board_is_found_though_checkers_hide_the_bases_of_half_its_points() -> None:
    view = rendered("club", "soft", "leaning", HOME, size=SMALL)

    assert aside(found(view.picture), view) < CLOSE


def test_a_board_is_found_in_a_picture_of_forty_megapixels() -> None:
    view = rendered("club", "soft", "leaning", MIDDLE, size=SMALL)
    huge = cv2.resize(view.picture, None, fx=9, fy=9, interpolation=cv2.INTER_LINEAR)

    assert aside(found(np.asarray(huge, np.uint8)), view, 9) < CLOSE


def test_the_row_that_is_higher_in_the_picture_is_the_top_row() -> None:
    view = rendered("club", "soft", "far-side", MIDDLE, size=SMALL)

    corners = found(view.picture)

    assert aside(corners, view) < CLOSE
    assert not corners.is_mirrored
    assert max(corners.top_left[1], corners.top_right[1]) < corners.bottom_left[1]


@pytest.mark.parametrize("thing", EVERYTHING)
def test_what_is_no_board_is_taken_for_none(thing: str) -> None:
    with pytest.raises(BoardNotFound):
        found(EVERYTHING[thing]())


def test_a_board_so_flat_that_nobody_can_read_it_is_not_found() -> None:
    view = rendered("club", "soft", "leaning", size=SMALL)

    with pytest.raises(BoardNotFound):
        found(flattened(view.picture, 0.4))


@pytest.mark.parametrize("shown", [(1.0, 0.5), (0.8, 1.0)], ids=["left half", "without a rim"])
def test_a_board_that_is_not_whole_in_the_picture_is_not_found(shown: tuple[float, float]) -> None:
    view = rendered("club", "soft", "above", size=SMALL)
    high, wide = (round(part * side) for part, side in zip(shown, SMALL[::-1], strict=True))

    with pytest.raises(BoardNotFound):
        found(np.ascontiguousarray(view.picture[:high, :wide]))


def flattened(picture: Pixels, share: float) -> Pixels:
    """The same picture, not as high."""
    flat = cv2.resize(picture, None, fx=1, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8)
