"""The checkers that are seen in a row limit the number on a point."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.field_geometry import SLOTS
from vision.likelihood.point_counts import RowEvidence, point_tables
from vision.likelihood.stacked_checkers import LONGEST

SURE = 9.0


def row(*light_or_dark: int) -> RowEvidence:
    """Rows of which the first point surely shows this: 1 is light, -1 dark, 0 nothing."""
    light, dark, on_top = (np.full((len(SLOTS), LONGEST), -SURE) for _ in range(3))
    for at, kind in enumerate(light_or_dark):
        light[0, at] = SURE if kind > 0 else -SURE
        dark[0, at] = SURE if kind < 0 else -SURE
    nowhere = np.zeros((len(SLOTS), LONGEST, 2))
    return RowEvidence(light, dark, on_top, nowhere, np.zeros_like(light))


def best(rows: RowEvidence) -> tuple[int, int]:
    table: NDArray[np.float64] = point_tables(rows)[0]
    light, dark = np.unravel_index(int(table.argmax()), table.shape)
    return int(light), int(dark)


def test_a_row_from_the_rim_is_as_many_as_are_seen() -> None:
    assert best(row(1, 1, 1)) == (3, 0)
    assert best(row(-1, -1)) == (0, 2)
    assert best(row()) == (0, 0)


@pytest.mark.parametrize("seen", [(0, 0, -1, -1), (-1, 0, -1), (0, -1, 0, 0, -1)])
def test_checkers_with_gaps_between_them_are_as_many_as_are_seen(seen: tuple[int, ...]) -> None:
    assert best(row(*seen)) == (0, 2)


def test_a_checker_beside_one_that_was_taken_away_is_still_one() -> None:
    assert best(row(0, -1)) == (0, 1)
    assert best(row(0, 1, 1)) == (2, 0)


def test_a_hit_checker_may_lie_beside_its_hitter() -> None:
    assert best(row(1, -1)) == (1, 1)
    assert best(row(-1, 1)) == (1, 1)


def test_full_row_may_carry_an_unknown_number_more() -> None:
    table = point_tables(row(1, 1, 1, 1, 1))[0]
    assert best(row(1, 1, 1, 1, 1)) == (5, 0)
    assert table[6, 0] > table[4, 0]
