"""Weighing all places together: fifteen checkers of each colour lie somewhere."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.checkers import Colour, Place, point, tray
from vision.chances import SET
from vision.counting import WAYS, Table, tallied

ONE, OTHER, TRAY = point(1), point(2), tray(Colour.LIGHT)


def surely(light: int, dark: int = 0) -> Table:
    """A place of which one way is known."""
    table = np.zeros((WAYS, WAYS))
    table[light, dark] = 1
    return table


def one_of(*lights: int) -> Table:
    """A place of which nothing but these ways is left."""
    return sum((surely(light) for light in lights), start=np.zeros((WAYS, WAYS)))


DARKS = surely(0, SET)


def test_what_is_missing_elsewhere_tells_how_high_a_pile_is() -> None:
    weights = {ONE: one_of(5, 6, 7), OTHER: surely(8), Place("dark"): DARKS}
    tally = tallied(weights, surely(0))
    assert tally.chances[ONE].best == (7, 0)
    assert tally.best[ONE] == (7, 0)


def test_nothing_is_claimed_that_the_sum_does_not_tell() -> None:
    weights = {ONE: one_of(5, 6), OTHER: one_of(9, 10), Place("dark"): DARKS}
    sighting = tallied(weights, surely(0)).chances[ONE].sighting()
    assert (sighting.light.low, sighting.light.high) == (5, 6)


def test_a_checker_may_be_in_a_hand() -> None:
    weights = {ONE: surely(14), Place("dark"): DARKS}
    tally = tallied(weights, one_of(0, 1))
    assert tally.chances[ONE].best == (14, 0)


def test_what_no_board_explains_is_still_answered_place_by_place() -> None:
    weights = {ONE: surely(14), OTHER: surely(14), Place("dark"): DARKS}
    assert tallied(weights, surely(0)).chances[ONE].best == (14, 0)


def test_a_place_without_any_way_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="16 times 16"):
        tallied({ONE: np.zeros((WAYS, WAYS))}, surely(0))


def test_both_colours_may_wait_on_one_place() -> None:
    weights = {ONE: surely(2, 1), OTHER: surely(13), Place("dark"): surely(0, 14)}
    assert tallied(weights, surely(0)).best[ONE] == (2, 1)
