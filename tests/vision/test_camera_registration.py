"""A calibrated camera is located by a picture of its board."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from simulation.rendering.board_pictures import BoardPicture, render_board
from simulation.rendering.hand_and_arm import make_hand
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS
from tests.rigs.vision.rendered_boards import MIDDLE, corners_of
from vision.calibration.from_start_position import calibrate
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera
from vision.camera_registration import BoardLost, camera_distance, is_mirrored, register_camera
from vision.picture_arrays import Picture, check_picture

SIZE = (640, 480)
CLOSE = 0.08
"""Widths of a point; the largest error of a corner."""
LEANING = VIEWPOINTS["leaning"]
ARM = make_hand((2.0, 1.0, 0.3), 1, 1.0)


@lru_cache(maxsize=1)
def known(look: str = "club") -> tuple[Calibration, BoardPicture]:
    """A calibrated board, and the picture of its calibration."""
    view = render_board(look, viewpoint=LEANING, size=SIZE)
    return calibrate(view.picture, corners_of(view)), view


def corner_error(
    camera: BoardCamera, view: BoardPicture, learned: Calibration, before: BoardPicture
) -> float:
    """The largest error of a corner in widths of a point, beyond its error at the calibration."""
    corners = learned.field.corners
    missed = (
        camera.pixels(corners) - view.corners - (learned.camera.pixels(corners) - before.corners)
    )
    point = np.linalg.norm(view.corners[1] - view.corners[0]) / learned.field.width
    return float(np.linalg.norm(missed, axis=1).max() / point)


def picture_from(camera: BoardCamera, picture: Picture, learned: Calibration) -> Picture:
    """The picture of a flat board that another camera would have taken."""
    corners = learned.field.corners
    there, here = (one.pixels(corners).astype(np.float32) for one in (camera, learned.camera))
    plane = cv2.getPerspectiveTransform(here, there)
    return check_picture(cv2.warpPerspective(picture, plane, learned.camera.size))


@pytest.mark.release
@pytest.mark.parametrize("light", ["soft", "glare"])
def test_mirrored_picture_is_distinguished_from_the_original(light: str) -> None:
    learned, _ = known()
    picture = render_board("club", light, LEANING, MIDDLE, size=SIZE, seed=2, things=[ARM]).picture
    upside_down = np.ascontiguousarray(picture[::-1, ::-1])
    mirrored = np.ascontiguousarray(picture[:, ::-1])

    assert not is_mirrored(picture, learned, learned.camera)
    assert not is_mirrored(upside_down, learned, None)
    assert is_mirrored(mirrored, learned, learned.camera)
    assert is_mirrored(mirrored, learned, None)


@pytest.mark.release
def test_camera_that_has_not_moved_is_unchanged() -> None:
    learned, before = known()
    dim = LIGHTS["soft"]
    dim = replace(dim, around=dim.around * 0.4, main=dim.main * 0.4)
    later = render_board("club", dim, LEANING, MIDDLE, size=SIZE, seed=4)
    assert register_camera(before.picture, learned) is learned.camera
    assert register_camera(later.picture, learned) is learned.camera


def test_a_hand_over_the_board_does_not_move_the_camera() -> None:
    learned, _ = known()
    busy = render_board("club", viewpoint=LEANING, lying=MIDDLE, size=SIZE, things=[ARM])
    assert register_camera(busy.picture, learned) is learned.camera


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    "bump",
    [(0.3, -0.2, 0.4), (-5.0, 3.0, -4.0), (9.0, 2.0, 3.0)],
    ids=["nudged", "knocked", "a fifth of the board aside"],
)
def test_a_camera_that_was_knocked_is_found_again(bump: tuple[float, float, float]) -> None:
    learned, before = known()
    knocked = LEANING.bumped(*bump)
    there = render_board("club", viewpoint=knocked, lying=MIDDLE, size=SIZE, things=[ARM])
    camera = register_camera(there.picture, learned)
    assert camera is not learned.camera
    assert corner_error(camera, there, learned, before) < CLOSE


def test_camera_displaced_by_two_points_is_located() -> None:
    """From there, every triangle appears where another one was."""
    learned, before = known()
    aside = np.eye(4)
    aside[0, 3] = 2
    camera = replace(learned.camera, matrix=learned.camera.matrix @ aside)
    shown = picture_from(camera, before.picture, learned)
    assert camera_distance(register_camera(shown, learned), camera, learned.field) < CLOSE


def test_a_picture_without_the_board_is_refused() -> None:
    learned, view = known()
    noise = np.random.default_rng(1).integers(0, 255, view.picture.shape).astype(np.uint8)
    for picture in (noise, np.full_like(noise, 90), np.zeros_like(noise)):
        with pytest.raises(BoardLost):
            register_camera(picture, learned)


def test_half_hidden_board_is_refused() -> None:
    learned, view = known()
    covered = view.picture.copy()
    covered[:, 260:] = (60, 70, 110)
    with pytest.raises(BoardLost):
        register_camera(covered, learned)


def test_pictures_of_another_size_are_refused() -> None:
    learned, view = known()
    with pytest.raises(BoardLost):
        register_camera(view.picture[:-8], learned)
