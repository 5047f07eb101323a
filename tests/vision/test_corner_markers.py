"""Printed cards mark the corners of a board, and tell which corner is which."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from simulation.rendering.board_pictures import BoardPicture, render_board
from simulation.rendering.picture_conditions import VIEWPOINTS
from tests.rigs.vision.printed_markers import Pixels, lay_cards, print_cards
from tests.rigs.vision.rendered_boards import MIDDLE
from vision.board_search.corner_search import find_board
from vision.camera_model import Corners
from vision.corner_markers import CARDS, PATTERNS, find_markers, marker_sheet

ROOMY = 0.72
"""The largest share of a side of the picture that a board fills to leave room for cards."""
CLOSE = 0.01
"""Widths of the board; the largest error of a corner found by a card."""


def corner_error(corners: Corners | None, truth: Corners) -> float:
    """The distance of the worst corner, as a part of the board's width."""
    assert corners is not None
    return float(np.linalg.norm(corners.points - truth.points, axis=1).max()) / truth.width


def with_room(look: str, viewpoint: str) -> BoardPicture:
    """A board so far from the sides of the picture that cards beside it are wholly visible."""
    stand = VIEWPOINTS[viewpoint]
    return render_board(look, "soft", replace(stand, fill=min(stand.fill, ROOMY)), MIDDLE)


def noisy(picture: Pixels, light: float, noise: float) -> Pixels:
    grain = np.random.default_rng(3).normal(0, noise, picture.shape)
    return np.clip(picture * light + grain, 0, 255).astype(np.uint8)


def with_cards(view: BoardPicture, turn: float = 0.0) -> Pixels:
    """The picture with a printed card at each corner of the board."""
    return lay_cards(view, print_cards(marker_sheet()), turn=turn)


@pytest.mark.release(after=2)
@pytest.mark.parametrize(
    ("look", "viewpoint", "turn"),
    [
        ("black-on-black", "above", 0.0),
        *(("club", "leaning", turn) for turn in (20.0, 90.0, 160.0, -75.0)),
        *(("black-on-black", name, 0.0) for name in ("steep", "short-side", "far-side", "small")),
    ],
)
def test_cards_mark_the_corners_and_their_order_from_any_viewpoint(
    look: str, viewpoint: str, turn: float
) -> None:
    view = with_room(look, viewpoint)
    assert corner_error(find_markers(with_cards(view, turn)), Corners.of(view.corners)) < CLOSE


def test_cards_are_seen_in_a_dim_and_noisy_picture() -> None:
    view = with_room("club", "slanted")

    corners = find_markers(noisy(with_cards(view), light=0.2, noise=6))

    assert corner_error(corners, Corners.of(view.corners)) < CLOSE


@pytest.mark.release
def test_cards_are_seen_in_a_huge_picture() -> None:
    view = with_room("club", "leaning")
    huge = cv2.resize(with_cards(view), None, fx=5, fy=5, interpolation=cv2.INTER_LINEAR)

    corners = find_markers(np.asarray(huge, np.uint8))

    assert corner_error(corners, Corners.of(view.corners).scaled(5)) < CLOSE


@pytest.mark.parametrize("missing", range(4))
def test_three_cards_are_not_enough(missing: int) -> None:
    cards = print_cards(marker_sheet())
    cards[missing] = np.full_like(cards[missing], 255)

    assert find_markers(lay_cards(with_room("club", "leaning"), cards)) is None


def test_mirrored_missing_or_swapped_cards_are_not_recognised() -> None:
    view = with_room("club", "leaning")
    one, two, three, four = print_cards(marker_sheet())

    assert find_markers(with_cards(view)[:, ::-1].copy()) is None
    assert find_markers(lay_cards(view, [two, one, three, four])) is None
    assert find_markers(view.picture) is None


def test_board_with_cards_is_found_and_numbered_by_them() -> None:
    view = with_room("cork-domes", "far-side")

    corners = find_board(with_cards(view))

    assert corner_error(corners, Corners.of(view.corners)) < CLOSE


def test_the_sheet_has_a_card_for_each_corner_with_the_number_of_its_point() -> None:
    text = marker_sheet()

    assert len(print_cards(text)) == len(CARDS)
    assert all(f">{number}</text>" in text for number in CARDS)


def test_cards_have_the_patterns_of_the_opencv_dictionary() -> None:
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)

    for card, rows in enumerate(PATTERNS):
        white = np.asarray(cv2.aruco.generateImageMarker(known, card, 6)) > 0
        assert white[1:-1, 1:-1].tolist() == [[cell == "#" for cell in row] for row in rows]


@pytest.mark.release
def test_cards_are_recognised_by_an_older_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    view = with_room("club", "leaning")
    new = cv2.aruco.ArucoDetector

    def detect(grey: Pixels, known: cv2.aruco.Dictionary) -> object:
        return new(known).detectMarkers(grey)

    monkeypatch.setattr(cv2.aruco, "detectMarkers", detect, raising=False)
    monkeypatch.delattr(cv2.aruco, "ArucoDetector")

    corners = find_markers(with_cards(view))

    assert corner_error(corners, Corners.of(view.corners)) < CLOSE
