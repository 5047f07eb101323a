"""The small picture that is watched: what each of its pixels stands for."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Colour, tray
from hardware.drivers.simulated.camera.pictures import rendered
from hardware.drivers.simulated.camera.plans import Home
from tests.rigs.vision_boards import corners_of
from vision.learning.start import learn
from vision.watching.ground import OUTSIDE, TRAYS, Ground, ground_of

MOST_IN_A_ROW = 32_767
"""OpenCV takes no more pixels than these in a row."""


@cache
def watched(home: Home = Home.BOTTOM_RIGHT) -> Ground:
    view = rendered(size=(480, 320), home=home)
    return ground_of(learn(view.picture, corners_of(view)))


def test_every_place_is_somewhere_in_the_picture() -> None:
    ground = watched()
    seen = ground.places_at(np.isin(np.arange(len(ground.places)), ground.labels))
    assert seen == set(BACKGAMMON)


@pytest.mark.parametrize(("home", "is_left"), [(Home.BOTTOM_RIGHT, False), (Home.TOP_LEFT, True)])
def test_trays_are_where_the_homes_are(home: Home, is_left: bool) -> None:  # noqa: FBT001 - a case
    ground = watched(home)
    half = ground.labels.shape[1] // 2
    left, right = ((part == TRAYS).sum() for part in np.split(ground.labels, [half], axis=1))
    assert (left > 0, right > 0) == (is_left, not is_left)
    assert set(ground.places[TRAYS]) == set(map(tray, Colour))
    assert ground.places[OUTSIDE] == ()


def test_the_bare_board_is_known_at_every_pixel_however_many_there_are() -> None:
    ground = watched()
    assert ground.labels.size > MOST_IN_A_ROW
    assert ground.bare[~ground.outside].min() > 0
