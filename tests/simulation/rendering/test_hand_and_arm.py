"""A hand is drawn wherever it is, and hides what lies under it."""

from functools import partial
from itertools import product

import numpy as np
import pytest

from hardware.checkers import Colour, bar, point, tray
from simulation.rendering.board_geometry import BoardPlan, checker_spot, home_half
from simulation.rendering.board_looks import CLUB
from simulation.rendering.board_pictures import render_board
from simulation.rendering.hand_and_arm import DrawnHand, make_hand, render_hand
from simulation.rendering.optics import SceneCamera, place_camera
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS
from simulation.rendering.shading import light_position

PLAN = BoardPlan(CLUB)
SMALL = (240, 136)
LIGHT = LIGHTS["soft"]


def camera_at(viewpoint: str) -> SceneCamera:
    return place_camera(VIEWPOINTS[viewpoint], PLAN.half_size, SMALL)


@pytest.mark.release(after=3)
@pytest.mark.parametrize("viewpoint", VIEWPOINTS)
def test_a_hand_may_be_anywhere_and_half_out_of_the_picture(viewpoint: str) -> None:
    camera = camera_at(viewpoint)
    lamp_spot = light_position(LIGHT, PLAN, camera)

    for x, y, side, elbow in product((-7.0, 7.0), (-7.0, 0.0, 3.0), (-1, 1), (-6.0, 2.0)):
        drawn = render_hand(make_hand((x, y, 0.3), side, elbow), camera, LIGHT, lamp_spot)
        if drawn is not None:
            left, top, right, bottom = drawn.box
            assert 0 <= left < right <= SMALL[0]
            assert 0 <= top < bottom <= SMALL[1]
            assert drawn.cover.shape == (bottom - top, right - left)
            assert np.isfinite(drawn.main).all()
            assert (drawn.cover <= 1).all()


@pytest.mark.parametrize("viewpoint", VIEWPOINTS)
def test_a_hand_covers_what_it_reaches_for(viewpoint: str) -> None:
    camera = camera_at(viewpoint)
    lamp_spot = light_position(LIGHT, PLAN, camera)

    for where in (point(1), point(18), bar(Colour.LIGHT), tray(Colour.DARK)):
        x, y, z = checker_spot(PLAN, where)
        for side in (-1, 1):
            drawn = render_hand(make_hand((x, y, z + 0.3), side, 0.4 * x), camera, LIGHT, lamp_spot)
            assert drawn is not None
            column, row = camera.pixels(np.array([[x, y, z + 0.3]]))[0].round().astype(int)
            left, top = column - drawn.box[0], row - drawn.box[1]
            near = drawn.cover[max(top - 4, 0) : top + 5, max(left - 4, 0) : left + 5]
            assert near.max() > 0.9, f"nothing of the hand is at {where}"


def test_an_arm_comes_from_the_side_where_its_owner_sits() -> None:
    camera = camera_at("above")
    lamp_spot = light_position(LIGHT, PLAN, camera)

    hands = (make_hand((2.0, 0.0, 0.3), side, 0.8) for side in (1, -1))
    above, below = (render_hand(hand, camera, LIGHT, lamp_spot) for hand in hands)

    assert above is not None
    assert below is not None
    assert above.box[1] == 0
    assert above.box[3] < SMALL[1]
    assert below.box[1] > 0
    assert below.box[3] == SMALL[1]


def test_picture_far_from_a_hand_is_unchanged() -> None:
    x, y, z = checker_spot(PLAN, point(3), 2)
    hand = make_hand((x, y, z + 0.3), home_half(PLAN, Colour.LIGHT), 0.4 * x)
    clean = partial(render_board, "club", "soft", "above", size=SMALL, quality=None, noise=0)
    bare, held = clean(), clean(things=(hand,))

    changed = np.abs(bare.picture.astype(int) - held.picture).max(axis=2) > 8
    assert changed[:, SMALL[0] // 2 :].mean() > 0.03
    assert not changed[:, : SMALL[0] // 4].any()


def test_hand_outside_the_picture_is_not_drawn() -> None:
    camera = camera_at("above")

    far, lamp_spot = DrawnHand((60.0, 0.0, 0.0), 0.0), light_position(LIGHT, PLAN, camera)

    assert render_hand(far, camera, LIGHT, lamp_spot) is None
