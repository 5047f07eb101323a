"""A picture of a calibrated board is read."""

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, point
from hardware.drivers.simulated.simulated_table import SimulatedTable
from simulation.rendering.board_pictures import START, render_board
from tests.rigs.vision.rendered_boards import MIDDLE, calibration_of, mistakes
from vision.board_reader import read_picture

EITHER = ((0, 0), (1, 0))
"""No checker, and one of Light's."""


def test_the_starting_position_is_read_as_it_was_learnt() -> None:
    learned = calibration_of()
    reading = read_picture(render_board().picture, learned)
    assert mistakes(reading, START) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_position_is_read_wherever_checkers_come_to_lie(seed: int) -> None:
    learned = calibration_of()
    reading = read_picture(render_board(lying=MIDDLE, seed=seed).picture, learned)
    assert mistakes(reading, MIDDLE) == []


def test_a_checker_between_two_points_is_surely_on_neither() -> None:
    table = SimulatedTable(START)
    table.put_between(point(3), point(2), table.lift(point(6)), seen_by=())
    reading = read_picture(render_board(lying=table.snapshot).picture, calibration_of())
    assert all(reading.sightings[point(number)].allows(*way) for number in (2, 3) for way in EITHER)


def test_the_likeliest_board_has_all_the_checkers() -> None:
    reading = read_picture(render_board(lying=MIDDLE).picture, calibration_of())
    counts = np.array([reading.best(place) for place in BACKGAMMON])
    assert counts.sum(axis=0).tolist() == [15, 15]
