"""Reading a picture of a board that was learnt."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, point
from hardware.drivers.simulated.camera.pictures import START, rendered
from hardware.drivers.simulated.table import SimulatedTable
from tests.rigs.vision_boards import MIDDLE, learnt, outside, wrong
from vision.reading import read

EITHER = ((0, 0), (1, 0))
"""No checker, and one of Light's."""


def test_the_starting_position_is_read_as_it_was_learnt() -> None:
    learned = learnt()
    reading = read(rendered().picture, learned)
    assert wrong(reading, START) == []
    assert outside(reading, START) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_position_is_read_wherever_checkers_come_to_lie(seed: int) -> None:
    learned = learnt()
    reading = read(rendered(lying=MIDDLE, seed=seed).picture, learned)
    assert wrong(reading, MIDDLE) == []
    assert outside(reading, MIDDLE) == []


def test_a_checker_between_two_points_is_surely_on_neither() -> None:
    table = SimulatedTable(START)
    table.put_between(point(3), point(2), table.lift(point(6)), seen_by=())
    reading = read(rendered(lying=table.lying).picture, learnt())
    assert all(reading.sightings[point(number)].allows(*way) for number in (2, 3) for way in EITHER)


def test_the_likeliest_board_has_all_the_checkers() -> None:
    reading = read(rendered(lying=MIDDLE).picture, learnt())
    counts = np.array([reading.best(place) for place in BACKGAMMON])
    assert counts.sum(axis=0).tolist() == [15, 15]
