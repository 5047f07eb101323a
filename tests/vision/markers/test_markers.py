"""Printed cards tell where the corners of a board are, and which corner is which."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.drivers.simulated.camera.pictures import View, rendered
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from tests.rigs.printed_cards import Pixels, laid, printed
from tests.rigs.vision_boards import MIDDLE
from vision.corners import Corners
from vision.finding import found
from vision.marker_sheet import sheet
from vision.markers import CARDS, PATTERNS, marked

ROOMY = 0.72
"""Of the picture, at the side where a board fills most of it."""
CLOSE = 0.01
"""Of the board's width; what a corner that a card tells may be off."""


def off(corners: Corners | None, truth: Corners) -> float:
    """How far the worst corner is off, as a part of the board's width."""
    assert corners is not None
    return float(np.linalg.norm(corners.points - truth.points, axis=1).max()) / truth.width


def with_room(look: str, viewpoint: str) -> View:
    """A board so far from the sides of the picture that cards beside it are seen whole."""
    stand = VIEWPOINTS[viewpoint]
    return rendered(look, "soft", replace(stand, fill=min(stand.fill, ROOMY)), MIDDLE)


def noisy(picture: Pixels, light: float, noise: float) -> Pixels:
    grain = np.random.default_rng(3).normal(0, noise, picture.shape)
    return np.clip(picture * light + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("viewpoint", ["above", "steep", "short-side", "far-side", "small"])
def test_cards_tell_the_corners_and_their_order_from_wherever_the_camera_looks(
    viewpoint: str,
) -> None:
    view = with_room("black-on-black", viewpoint)

    corners = marked(laid(view, printed(sheet())))

    assert off(corners, Corners.of(view.corners)) < CLOSE


@pytest.mark.parametrize("turn", [20.0, 90.0, 160.0, -75.0])
def test_which_way_a_card_is_turned_does_not_matter(turn: float) -> None:
    view = with_room("club", "leaning")

    corners = marked(laid(view, printed(sheet()), turn=turn))

    assert off(corners, Corners.of(view.corners)) < CLOSE


def test_cards_are_seen_in_a_dim_and_noisy_picture() -> None:
    view = with_room("club", "slanted")

    corners = marked(noisy(laid(view, printed(sheet())), light=0.2, noise=6))

    assert off(corners, Corners.of(view.corners)) < CLOSE


def test_cards_are_seen_in_a_huge_picture() -> None:
    view = with_room("club", "leaning")
    picture = laid(view, printed(sheet()))
    huge = cv2.resize(picture, None, fx=5, fy=5, interpolation=cv2.INTER_LINEAR)

    corners = marked(np.asarray(huge, np.uint8))

    assert off(corners, Corners.of(view.corners).scaled(5)) < CLOSE


def test_a_mirrored_picture_of_cards_tells_nothing() -> None:
    view = with_room("club", "leaning")

    assert marked(laid(view, printed(sheet()))[:, ::-1].copy()) is None


@pytest.mark.parametrize("missing", range(4))
def test_three_cards_are_not_enough(missing: int) -> None:
    view = with_room("club", "leaning")
    cards = printed(sheet())
    cards[missing] = np.full_like(cards[missing], 255)

    assert marked(laid(view, cards)) is None


def test_cards_that_lie_in_another_order_tell_nothing() -> None:
    view = with_room("club", "leaning")
    one, two, three, four = printed(sheet())

    assert marked(laid(view, [two, one, three, four])) is None


def test_a_board_without_cards_tells_nothing() -> None:
    assert marked(with_room("club", "leaning").picture) is None


def test_a_board_with_cards_is_found_by_them_and_numbered_as_they_say() -> None:
    view = with_room("cork-domes", "far-side")

    corners = found(laid(view, printed(sheet())))

    assert off(corners, Corners.of(view.corners)) < CLOSE


def test_the_sheet_has_a_card_for_each_corner_with_the_number_of_its_point() -> None:
    text = sheet()

    assert len(printed(text)) == len(CARDS)
    assert all(f">{number}</text>" in text for number in CARDS)


def test_the_cards_have_the_patterns_that_are_known_by_that_name() -> None:
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)

    for card, rows in enumerate(PATTERNS):
        white = np.asarray(cv2.aruco.generateImageMarker(known, card, 6)) > 0
        assert white[1:-1, 1:-1].tolist() == [[cell == "#" for cell in row] for row in rows]


def test_an_older_opencv_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    view = with_room("club", "leaning")
    new = cv2.aruco.ArucoDetector
    monkeypatch.setattr(
        cv2.aruco,
        "detectMarkers",
        lambda grey, known: new(known).detectMarkers(grey),
        raising=False,
    )
    monkeypatch.delattr(cv2.aruco, "ArucoDetector")

    corners = marked(laid(view, printed(sheet())))

    assert off(corners, Corners.of(view.corners)) < CLOSE
