"""Learning where the camera is from the checkers of the starting position."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.checkers import Layout, Pile, Place, point, tray
from hardware.drivers.simulated.camera.pictures import START, rendered
from tests.rigs.vision_boards import DARK, LIGHT, MIDDLE, corners_of
from vision.corners import Corners
from vision.home import Home
from vision.learning.fitting import NotTheStart, fitted
from vision.pictures import Picture

CLOSE = 0.01
"""Widths of the board."""
TOLD_BADLY = np.array([(9.0, -7.0), (-8.0, -9.0), (7.0, 10.0), (-10.0, 6.0)])
"""Pixels each corner is off."""


def test_checkers_tell_where_the_corners_are_that_were_pointed_to_badly() -> None:
    view = rendered()
    fit = fitted(view.picture, Corners.of(view.corners + TOLD_BADLY))
    off = np.hypot(*(fit.corners.points - view.corners).T)
    assert off.max() < CLOSE * fit.corners.width
    assert fit.home is Home.BOTTOM_RIGHT


@pytest.mark.parametrize(
    "otherwise",
    [
        {point(6): Pile(LIGHT, 4), point(4): Pile(LIGHT, 1)},
        {point(13): Pile(LIGHT, 4), point(14): Pile(LIGHT, 1)},
        {point(1): Pile(DARK, 1), point(12): Pile(DARK, 6)},
        {point(8): Pile(LIGHT, 2), tray(LIGHT): Pile(LIGHT, 1)},
    ],
    ids=["two points on", "on the next point", "a sixth on five", "one short"],
)
def test_what_is_nearly_the_starting_position_is_none(otherwise: dict[Place, Pile]) -> None:
    view = rendered(lying=Layout({**START.piles, **otherwise}))
    with pytest.raises(NotTheStart):
        fitted(view.picture, corners_of(view))


def test_another_position_is_not_the_starting_position() -> None:
    view = rendered(lying=MIDDLE)
    with pytest.raises(NotTheStart):
        fitted(view.picture, corners_of(view))


@pytest.mark.parametrize("kind", ["black", "noise"])
def test_a_picture_without_a_board_is_not_the_starting_position(kind: str) -> None:
    chance = np.random.default_rng(1)
    picture: Picture = np.zeros((720, 1280, 3), np.uint8)
    if kind == "noise":
        picture = chance.integers(0, 256, picture.shape, dtype=np.uint8)
    with pytest.raises(NotTheStart):
        fitted(picture, Corners((200, 100), (1080, 100), (1080, 620), (200, 620)))
