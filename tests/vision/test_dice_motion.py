"""A throw of dice is recognised in two pictures between which no checker has moved."""

from functools import lru_cache
from random import Random

import numpy as np
import pytest

from simulation.rendering.board_geometry import BoardPlan
from simulation.rendering.board_looks import find_look
from simulation.rendering.board_pictures import render_board
from simulation.rendering.dice_and_cube import place_dice as dice_of
from simulation.rendering.picture_conditions import LIGHTS
from simulation.rendering.renderer import Thing
from tests.rigs.vision.rendered_boards import corners_of
from vision.calibration.from_start_position import calibrate
from vision.calibration_data import Calibration
from vision.dice_motion import dice_moved
from vision.field_geometry import start_checkers
from vision.picture_arrays import Picture, Points

SIZE = (640, 480)


def picture_with(throw: str | None, light: str = "soft", seed: int = 0) -> Picture:
    """The starting position, and dice on the board unless there was no throw."""
    return render_board("club", LIGHTS[light], size=SIZE, things=dice(throw), seed=seed).picture


def dice(throw: str | None) -> list[Thing]:
    chance = Random(throw)  # noqa: S311 - where dice come to lie, no secret
    return list(dice_of(BoardPlan(find_look("club")), (6, 2), 1, chance)) if throw else []


@lru_cache(maxsize=1)
def calibrated_board() -> tuple[Calibration, Points]:
    """A calibrated board, and the layout of its checkers."""
    view = render_board("club", size=SIZE)
    learned = calibrate(view.picture, corners_of(view))
    spots = [learned.field.spot(one.slot, one.number) for one in start_checkers(learned.home)]
    return learned, np.array(spots)


def is_thrown(before: Picture, now: Picture) -> bool:
    learned, checkers = calibrated_board()
    return dice_moved(before, now, learned, checkers)


@pytest.mark.parametrize(
    ("before", "now"), [(None, "a"), ("a", None), ("a", "b")], ids=["thrown", "taken up", "again"]
)
def test_dice_that_come_or_go_were_thrown_or_taken_up(before: str | None, now: str | None) -> None:
    assert is_thrown(picture_with(before), picture_with(now))


def test_dice_that_lie_still_were_not_thrown() -> None:
    assert not is_thrown(picture_with("a"), picture_with("a"))
    assert not is_thrown(picture_with("a"), picture_with("a", light="plain"))


def test_slightly_moved_checkers_are_not_taken_for_dice() -> None:
    assert not is_thrown(picture_with("a"), picture_with("a", seed=5))
