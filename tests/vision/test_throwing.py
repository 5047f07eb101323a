"""Whether dice were thrown, told by two pictures of a board on which no checker has moved."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np
import pytest

from hardware.drivers.simulated.camera.lights import LIGHTS
from hardware.drivers.simulated.camera.pictures import rendered
from hardware.drivers.simulated.camera.plans import Plan
from hardware.drivers.simulated.camera.rendering import Thing
from hardware.drivers.simulated.camera.stock import look_of
from hardware.drivers.simulated.camera.throwing import thrown as dice_of
from tests.rigs.vision_boards import corners_of
from vision.learned import Learned
from vision.learning.opening import opening
from vision.learning.start import learn
from vision.pictures import Picture, Points
from vision.throwing import thrown

SIZE = (640, 480)


def shown(throw: str | None, light: str = "soft", seed: int = 0) -> Picture:
    """The starting position, and dice on the board unless there was no throw."""
    return rendered("club", LIGHTS[light], size=SIZE, things=dice(throw), seed=seed).picture


def dice(throw: str | None) -> list[Thing]:
    chance = Random(throw)  # noqa: S311 - where dice come to lie, no secret
    return list(dice_of(Plan(look_of("club")), (6, 2), 1, chance)) if throw else []


@lru_cache(maxsize=1)
def known() -> tuple[Learned, Points]:
    """A board that was learnt, and where the checkers lie on it."""
    view = rendered("club", size=SIZE)
    learned = learn(view.picture, corners_of(view))
    spots = [learned.field.spot(it.slot, it.number) for it in opening(learned.home)]
    return learned, np.array(spots)


def is_thrown(before: Picture, now: Picture) -> bool:
    learned, checkers = known()
    return thrown(before, now, learned, checkers)


@pytest.mark.parametrize(
    ("before", "now"), [(None, "a"), ("a", None), ("a", "b")], ids=["thrown", "taken up", "again"]
)
def test_dice_that_come_or_go_were_thrown_or_taken_up(before: str | None, now: str | None) -> None:
    assert is_thrown(shown(before), shown(now))


def test_dice_that_lie_still_were_not_thrown() -> None:
    assert not is_thrown(shown("a"), shown("a"))
    assert not is_thrown(shown("a"), shown("a", light="plain"))


def test_checkers_that_lie_a_little_otherwise_are_no_dice() -> None:
    assert not is_thrown(shown("a"), shown("a", seed=5))
