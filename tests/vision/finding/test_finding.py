"""A board is found in a picture wherever it lies, and nothing else is taken for one."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.drivers.simulated.camera.pictures import View, rendered
from tests.rigs.vision_boards import MIDDLE
from vision.corners import Corners
from vision.finding import BoardNotFound, found

CLOSE = 0.02
"""Of the board's width; what a found corner may be off."""


def aside(corners: Corners, view: View) -> float:
    """How far the worst corner is off, wherever the numbering was taken to begin."""
    turns = (np.roll(corners.points, quarters, axis=0) for quarters in range(4))
    worst = min(float(np.linalg.norm(turn - view.corners, axis=1).max()) for turn in turns)
    return worst / Corners.of(view.corners).width


@pytest.mark.parametrize(
    ("look", "light", "viewpoint"),
    [
        ("club", "soft", "leaning"),
        ("wood", "lamp", "far-side"),
        ("cork-domes", "soft", "short-side"),
    ],
)
def test_a_board_is_found_wherever_the_camera_stands(look: str, light: str, viewpoint: str) -> None:
    view = rendered(look, light, viewpoint, MIDDLE)

    assert aside(found(view.picture), view) < CLOSE


def test_a_picture_without_anything_shows_no_board() -> None:
    with pytest.raises(BoardNotFound):
        found(np.full((480, 640, 3), 90, np.uint8))


def test_a_picture_of_nothing_but_noise_shows_no_board() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (480, 640, 3), dtype=np.uint8)

    with pytest.raises(BoardNotFound):
        found(noise)
