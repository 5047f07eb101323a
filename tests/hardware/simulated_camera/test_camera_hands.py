"""A hand is drawn wherever it is, and hides what lies under it."""

from itertools import product

import numpy as np
import pytest

from hardware.checkers import Colour, bar, point, tray
from hardware.drivers.simulated.camera.hands import Hand, patch, reaching
from hardware.drivers.simulated.camera.laying import half_of, spot
from hardware.drivers.simulated.camera.lights import LIGHTS
from hardware.drivers.simulated.camera.optics import Optics, optics
from hardware.drivers.simulated.camera.pictures import rendered
from hardware.drivers.simulated.camera.plans import Plan
from hardware.drivers.simulated.camera.shading import source
from hardware.drivers.simulated.camera.stock import CLUB
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS

PLAN = Plan(CLUB)
SMALL = (240, 136)
LIGHT = LIGHTS["soft"]


def camera_at(viewpoint: str) -> Optics:
    return optics(VIEWPOINTS[viewpoint], PLAN.reach, SMALL)


@pytest.mark.parametrize("viewpoint", VIEWPOINTS)
def test_a_hand_may_be_anywhere_and_half_out_of_the_picture(viewpoint: str) -> None:
    camera = camera_at(viewpoint)
    place = source(LIGHT, PLAN, camera)

    for x, y, side, elbow in product((-7.0, 7.0), (-7.0, 0.0, 3.0), (-1, 1), (-6.0, 2.0)):
        drawn = patch(reaching((x, y, 0.3), side, elbow), camera, LIGHT, place)
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
    place = source(LIGHT, PLAN, camera)

    for where in (point(1), point(18), bar(Colour.LIGHT), tray(Colour.DARK)):
        x, y, z = spot(PLAN, where)
        for side in (-1, 1):
            drawn = patch(reaching((x, y, z + 0.3), side, 0.4 * x), camera, LIGHT, place)
            assert drawn is not None
            column, row = camera.pixels(np.array([[x, y, z + 0.3]]))[0].round().astype(int)
            near = drawn.cover[
                max(row - drawn.box[1] - 4, 0) : row - drawn.box[1] + 5,
                max(column - drawn.box[0] - 4, 0) : column - drawn.box[0] + 5,
            ]
            assert near.max() > 0.9, f"nothing of the hand is at {where}"


def test_an_arm_comes_from_the_side_where_its_owner_sits() -> None:
    camera = camera_at("above")
    place = source(LIGHT, PLAN, camera)

    above, below = (
        patch(reaching((2.0, 0.0, 0.3), side, 0.8), camera, LIGHT, place) for side in (1, -1)
    )

    assert above is not None
    assert below is not None
    assert above.box[1] == 0
    assert above.box[3] < SMALL[1]
    assert below.box[1] > 0
    assert below.box[3] == SMALL[1]


def test_what_is_far_from_a_hand_looks_as_it_did() -> None:
    x, y, z = spot(PLAN, point(3), 2)
    hand = reaching((x, y, z + 0.3), half_of(PLAN, Colour.LIGHT), 0.4 * x)
    bare, held = (
        rendered("club", "soft", "above", size=SMALL, things=things, quality=None, noise=0)
        for things in ((), (hand,))
    )

    changed = np.abs(bare.picture.astype(int) - held.picture).max(axis=2) > 8
    assert changed[:, SMALL[0] // 2 :].mean() > 0.03
    assert not changed[:, : SMALL[0] // 4].any()


def test_no_hand_is_drawn_where_none_is_seen() -> None:
    camera = camera_at("above")

    assert patch(Hand((60.0, 0.0, 0.0), 0.0), camera, LIGHT, source(LIGHT, PLAN, camera)) is None
