"""Where a camera is, told by a picture of a board that it knows."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from hardware.drivers.simulated.camera.hands import reaching
from hardware.drivers.simulated.camera.lights import LIGHTS
from hardware.drivers.simulated.camera.pictures import View, rendered
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from tests.rigs.vision_boards import MIDDLE, corners_of
from vision.eye import Eye
from vision.learned import Learned
from vision.learning.start import learn
from vision.pictures import Picture, checked
from vision.registering import BoardLost, apart, is_mirrored, registered

SIZE = (640, 480)
CLOSE = 0.08
"""Widths of a point by which a corner may be found beside where it is."""
STANDS = VIEWPOINTS["leaning"]
ARM = reaching((2.0, 1.0, 0.3), 1, 1.0)


@lru_cache(maxsize=1)
def known(look: str = "club") -> tuple[Learned, View]:
    """A board that was learnt, and the picture it was learnt from."""
    view = rendered(look, viewpoint=STANDS, size=SIZE)
    return learn(view.picture, corners_of(view)), view


def off(eye: Eye, view: View, learned: Learned, before: View) -> float:
    """How far the corners are off, beside how far they were off when they were learnt."""
    corners = learned.field.corners
    missed = eye.pixels(corners) - view.corners - (learned.eye.pixels(corners) - before.corners)
    point = np.linalg.norm(view.corners[1] - view.corners[0]) / learned.field.width
    return float(np.linalg.norm(missed, axis=1).max() / point)


def seen_by(eye: Eye, picture: Picture, learned: Learned) -> Picture:
    """What another eye would have seen of a flat board."""
    corners = learned.field.corners
    there, here = (one.pixels(corners).astype(np.float32) for one in (eye, learned.eye))
    plane = cv2.getPerspectiveTransform(here, there)
    return checked(cv2.warpPerspective(picture, plane, learned.eye.size))


@pytest.mark.parametrize("light", ["soft", "glare"])
def test_a_picture_in_a_mirror_is_told_from_one_that_is_not(light: str) -> None:
    learned, _ = known()
    picture = rendered("club", light, STANDS, MIDDLE, size=SIZE, seed=2, things=[ARM]).picture
    upside_down = np.ascontiguousarray(picture[::-1, ::-1])
    mirrored = np.ascontiguousarray(picture[:, ::-1])

    assert not is_mirrored(picture, learned, learned.eye)
    assert not is_mirrored(upside_down, learned, None)
    assert is_mirrored(mirrored, learned, learned.eye)
    assert is_mirrored(mirrored, learned, None)


def test_a_camera_that_stands_still_is_where_it_was() -> None:
    learned, before = known()
    dim = LIGHTS["soft"]
    dim = replace(dim, around=dim.around * 0.4, main=dim.main * 0.4)
    later = rendered("club", dim, STANDS, MIDDLE, size=SIZE, seed=4)
    assert registered(before.picture, learned) is learned.eye
    assert registered(later.picture, learned) is learned.eye


def test_a_hand_over_the_board_does_not_move_the_camera() -> None:
    learned, _ = known()
    busy = rendered("club", viewpoint=STANDS, lying=MIDDLE, size=SIZE, things=[ARM])
    assert registered(busy.picture, learned) is learned.eye


@pytest.mark.parametrize(
    "bump",
    [(0.3, -0.2, 0.4), (-5.0, 3.0, -4.0), (9.0, 2.0, 3.0)],
    ids=["nudged", "knocked", "a fifth of the board aside"],
)
def test_a_camera_that_was_knocked_is_found_again(bump: tuple[float, float, float]) -> None:
    learned, before = known()
    there = rendered("club", viewpoint=STANDS.bumped(*bump), lying=MIDDLE, size=SIZE, things=[ARM])
    eye = registered(there.picture, learned)
    assert eye is not learned.eye
    assert off(eye, there, learned, before) < CLOSE


def test_a_camera_aside_by_two_points_is_not_taken_for_standing_still() -> None:
    """There every triangle lies where another one was."""
    learned, before = known()
    aside = np.eye(4)
    aside[0, 3] = 2
    eye = replace(learned.eye, matrix=learned.eye.matrix @ aside)
    shown = seen_by(eye, before.picture, learned)
    assert apart(registered(shown, learned), eye, learned.field) < CLOSE


def test_a_picture_without_the_board_is_refused() -> None:
    learned, view = known()
    noise = np.random.default_rng(1).integers(0, 255, view.picture.shape).astype(np.uint8)
    for picture in (noise, np.full_like(noise, 90), np.zeros_like(noise)):
        with pytest.raises(BoardLost):
            registered(picture, learned)


def test_a_board_that_is_hidden_by_half_is_not_guessed_at() -> None:
    learned, view = known()
    covered = view.picture.copy()
    covered[:, 260:] = (60, 70, 110)
    with pytest.raises(BoardLost):
        registered(covered, learned)


def test_pictures_of_another_size_are_refused() -> None:
    learned, view = known()
    with pytest.raises(BoardLost):
        registered(view.picture[:-8], learned)
