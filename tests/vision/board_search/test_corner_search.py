"""A board is found in a picture wherever it lies, and nothing else is taken for one."""

import cv2
import numpy as np
import pytest

from hardware.checkers import Layout
from simulation.rendering.board_pictures import USUAL_SIZE, BoardPicture, render_board
from tests.rigs.vision.decoy_pictures import DECOYS, Pixels
from tests.rigs.vision.rendered_boards import MIDDLE, layout_of
from vision.board_search.corner_search import BoardNotFound, find_board
from vision.camera_model import Corners

CLOSE = 0.02
"""Widths of the board; the largest error of a found corner."""
HOME = layout_of({6: 4, 5: 3, 4: 3, 3: 2, 2: 2, 1: 1}, {19: 4, 20: 3, 21: 3, 22: 2, 23: 2, 24: 1})
"""Every checker is at home, so the bases of twelve points are hidden."""
SMALL = (800, 450)


def corner_error(corners: Corners, view: BoardPicture, scale: float = 1.0) -> float:
    """The largest error of a corner in widths of the board, whichever corner is numbered first."""
    truth = Corners.of(view.corners).scaled(scale)
    turns = (np.roll(corners.points, quarters, axis=0) for quarters in range(4))
    worst = min(float(np.linalg.norm(turn - truth.points, axis=1).max()) for turn in turns)
    return worst / truth.width


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    ("look", "light", "viewpoint", "lying", "size"),
    [
        ("wood", "lamp", "steep", MIDDLE, SMALL),
        ("wood", "lamp", "short-side", MIDDLE, SMALL),
        ("wood", "lamp", "corner", MIDDLE, SMALL),
        ("club", "soft", "leaning", MIDDLE, SMALL),
        ("two-woods", "soft", "leaning", MIDDLE, SMALL),
        ("black-on-black", "soft", "leaning", MIDDLE, SMALL),
        ("metal", "soft", "leaning", MIDDLE, SMALL),
        pytest.param("paper", "dim", "slanted", MIDDLE, USUAL_SIZE, id="no bar, bad light"),
        pytest.param("club", "soft", "small", MIDDLE, USUAL_SIZE, id="small, far away"),
        pytest.param("red-and-black", "edge", "leaning", MIDDLE, SMALL, id="shadow across it"),
        pytest.param("club", "soft", "leaning", HOME, SMALL, id="hidden bases of half its points"),
    ],
)
def test_a_board_of_any_look_is_found_wherever_the_camera_stands(
    look: str, light: str, viewpoint: str, lying: Layout, size: tuple[int, int]
) -> None:
    view = render_board(look, light, viewpoint, lying, size=size)
    assert corner_error(find_board(view.picture), view) < CLOSE


@pytest.mark.release
def test_a_board_is_found_in_a_picture_of_forty_megapixels() -> None:
    view = render_board("club", "soft", "leaning", MIDDLE, size=SMALL)
    huge = cv2.resize(view.picture, None, fx=9, fy=9, interpolation=cv2.INTER_LINEAR)

    assert corner_error(find_board(np.asarray(huge, np.uint8)), view, 9) < CLOSE


@pytest.mark.release
def test_the_row_that_is_higher_in_the_picture_is_the_top_row() -> None:
    view = render_board("club", "soft", "far-side", MIDDLE, size=SMALL)

    corners = find_board(view.picture)

    assert corner_error(corners, view) < CLOSE
    assert not corners.is_mirrored
    assert max(corners.top_left[1], corners.top_right[1]) < corners.bottom_left[1]


@pytest.mark.release(after=1)
@pytest.mark.parametrize("thing", DECOYS)
def test_picture_without_a_board_raises_board_not_found(thing: str) -> None:
    with pytest.raises(BoardNotFound):
        find_board(DECOYS[thing]())


@pytest.mark.release
def test_board_too_flat_to_read_is_not_found() -> None:
    view = render_board("club", "soft", "leaning", size=SMALL)
    with pytest.raises(BoardNotFound):
        find_board(flattened(view.picture, 0.4))


@pytest.mark.release
@pytest.mark.parametrize("shown", [(1.0, 0.5), (0.8, 1.0)], ids=["left half", "without a rim"])
def test_a_board_that_is_not_whole_in_the_picture_is_not_found(shown: tuple[float, float]) -> None:
    view = render_board("club", "soft", "above", size=SMALL)
    high, wide = (round(part * side) for part, side in zip(shown, SMALL[::-1], strict=True))

    with pytest.raises(BoardNotFound):
        find_board(np.ascontiguousarray(view.picture[:high, :wide]))


def flattened(picture: Pixels, share: float) -> Pixels:
    """The picture with its height reduced to this share."""
    flat = cv2.resize(picture, None, fx=1, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8)
