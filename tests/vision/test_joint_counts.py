"""Weighing all places together: fifteen checkers of each colour lie somewhere."""

from itertools import product

import numpy as np
import pytest

from hardware.checkers import Colour, Place, point, tray
from vision.picture_reading import CHECKERS_EACH, NUMBERS, CountTable, infer_joint_counts

ONE, OTHER, TRAY = point(1), point(2), tray(Colour.LIGHT)


def surely(light: int, dark: int = 0) -> CountTable:
    """A place of which one way is known."""
    table = np.zeros((NUMBERS, NUMBERS))
    table[light, dark] = 1
    return table


def one_of(*lights: int) -> CountTable:
    """A place of which nothing but these ways is left."""
    return sum((surely(light) for light in lights), start=np.zeros((NUMBERS, NUMBERS)))


DARKS = surely(0, CHECKERS_EACH)
SOME = 0.15
"""The part of all ways that is left."""


def test_missing_checkers_elsewhere_reveal_the_height_of_a_pile() -> None:
    weights = {ONE: one_of(5, 6, 7), OTHER: surely(8), Place("dark"): DARKS}
    tally = infer_joint_counts(weights, surely(0))
    assert tally.chances[ONE].best == (7, 0)
    assert tally.best[ONE] == (7, 0)


def test_claims_do_not_exceed_what_the_sum_reveals() -> None:
    weights = {ONE: one_of(5, 6), OTHER: one_of(9, 10), Place("dark"): DARKS}
    sighting = infer_joint_counts(weights, surely(0)).chances[ONE].sighting()
    assert (sighting.light.low, sighting.light.high) == (5, 6)


def test_a_checker_may_be_in_a_hand() -> None:
    weights = {ONE: surely(14), Place("dark"): DARKS}
    tally = infer_joint_counts(weights, one_of(0, 1))
    assert tally.chances[ONE].best == (14, 0)


def test_impossible_board_is_still_answered_place_by_place() -> None:
    weights = {ONE: surely(14), OTHER: surely(14), Place("dark"): DARKS}
    assert infer_joint_counts(weights, surely(0)).chances[ONE].best == (14, 0)


def test_a_place_without_any_way_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="16 times 16"):
        infer_joint_counts({ONE: np.zeros((NUMBERS, NUMBERS))}, surely(0))


def test_both_colours_may_wait_on_one_place() -> None:
    weights = {ONE: surely(2, 1), OTHER: surely(13), Place("dark"): surely(0, 14)}
    assert infer_joint_counts(weights, surely(0)).best[ONE] == (2, 1)


def test_covered_place_may_hold_what_is_missing_elsewhere() -> None:
    covered = np.ones((NUMBERS, NUMBERS))
    weights = {ONE: covered, OTHER: surely(13), Place("dark"): surely(0, 14)}
    tally = infer_joint_counts(weights, surely(0))
    assert tally.best[ONE] == (2, 1)
    assert tally.chances[ONE].table[2, 1] == pytest.approx(1)


def test_a_way_is_as_likely_as_all_the_boards_on_which_it_is_so() -> None:
    random = np.random.default_rng(7)
    places = [ONE, OTHER, TRAY]
    tables = [some_ways(random) for _ in places]
    weighed = {
        board: float(np.prod([table[way] for table, way in zip(tables, board, strict=True)]))
        for board in product(*(map(tuple, np.argwhere(table).tolist()) for table in tables))
        if tuple(map(sum, zip(*board, strict=True))) == (CHECKERS_EACH, CHECKERS_EACH)
    }
    tally = infer_joint_counts(dict(zip(places, tables, strict=True)), surely(0))
    assert tuple(tally.best.values()) == max(weighed, key=lambda board: weighed[board])
    for number, place in enumerate(places):
        expected = np.zeros((NUMBERS, NUMBERS))
        for board, weight in weighed.items():
            expected[board[number]] += weight / sum(weighed.values())
        np.testing.assert_allclose(tally.chances[place].table, expected, atol=1e-9)


def some_ways(random: np.random.Generator) -> CountTable:
    """A place that may hold some numbers of both colours, each so likely."""
    ways = random.random((NUMBERS, NUMBERS))
    return np.where(random.random((NUMBERS, NUMBERS)) < SOME, ways, 0.0)
