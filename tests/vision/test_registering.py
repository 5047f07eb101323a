"""Where a camera is, told by a picture of a board that it knows."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.drivers.simulated.camera.pictures import View, rendered
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from tests.rigs.vision_boards import MIDDLE, learnt
from vision.eye import Eye
from vision.learned import Learned
from vision.registering import BoardLost, registered

CLOSE = 0.05
"""Widths of a point by which a corner may be found beside where it is."""


def off(eye: Eye, view: View, learned: Learned, before: View) -> float:
    """How far the corners are off, beside how far they were off when they were learnt."""
    corners = learned.field.corners
    error = eye.pixels(corners) - view.corners
    learnt_error = learned.eye.pixels(corners) - before.corners
    point = np.linalg.norm(view.corners[1] - view.corners[0]) / learned.field.width
    return float(np.linalg.norm(error - learnt_error, axis=1).max() / point)


def test_a_camera_that_stands_still_is_where_it_was() -> None:
    learned = learnt()
    assert registered(rendered().picture, learned) is learned.eye
    assert registered(rendered(lying=MIDDLE, seed=4).picture, learned) is learned.eye


@pytest.mark.parametrize("bump", [(0.2, 0.1, 0.0), (-0.3, 0.3, 0.4)])
def test_a_nudged_camera_is_found_again(bump: tuple[float, float, float]) -> None:
    learned = learnt()
    nudged = rendered(viewpoint=VIEWPOINTS["leaning"].bumped(*bump), lying=MIDDLE)
    eye = registered(nudged.picture, learned)
    assert off(eye, nudged, learned, rendered()) < CLOSE


def test_a_picture_without_the_board_is_refused() -> None:
    learned = learnt()
    chance = np.random.default_rng(1)
    noise = chance.integers(0, 255, rendered().picture.shape).astype(np.uint8)
    with pytest.raises(BoardLost):
        registered(noise, learned)
    with pytest.raises(BoardLost):
        registered(np.full_like(noise, 90), learned)


def test_pictures_of_another_size_are_refused() -> None:
    with pytest.raises(BoardLost):
        registered(rendered().picture[:-8], learnt())
