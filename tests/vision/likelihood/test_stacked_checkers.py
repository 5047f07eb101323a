"""The checkers that are seen in a row limit the number on a point."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.field_geometry import SLOTS
from vision.likelihood.point_counts import RowEvidence, point_tables
from vision.likelihood.stacked_checkers import LONGEST

SURE = 9.0
"""Log-odds of certain evidence."""


def row(*light_or_dark: int) -> RowEvidence:
    """Evidence that the first point certainly has these checkers: 1 is light, -1 dark, 0 none."""
    light, dark, on_top = (np.full((len(SLOTS), LONGEST), -SURE) for _ in range(3))
    for at, kind in enumerate(light_or_dark):
        light[0, at] = SURE if kind > 0 else -SURE
        dark[0, at] = SURE if kind < 0 else -SURE
    nowhere = np.zeros((len(SLOTS), LONGEST, 2))
    return RowEvidence(light, dark, on_top, nowhere, np.zeros_like(light))


def likeliest_counts(rows: RowEvidence) -> tuple[int, int]:
    table: NDArray[np.float64] = point_tables(rows)[0]
    light, dark = np.unravel_index(int(table.argmax()), table.shape)
    return int(light), int(dark)


def test_checkers_in_a_row_from_the_rim_are_counted() -> None:
    assert likeliest_counts(row(1, 1, 1)) == (3, 0)
    assert likeliest_counts(row(-1, -1)) == (0, 2)
    assert likeliest_counts(row()) == (0, 0)


@pytest.mark.parametrize("kinds", [(0, 0, -1, -1), (-1, 0, -1), (0, -1, 0, 0, -1)])
def test_checkers_with_gaps_between_them_are_counted(kinds: tuple[int, ...]) -> None:
    assert likeliest_counts(row(*kinds)) == (0, 2)


def test_checkers_behind_an_empty_spot_are_counted() -> None:
    assert likeliest_counts(row(0, -1)) == (0, 1)
    assert likeliest_counts(row(0, 1, 1)) == (2, 0)


def test_a_hit_checker_may_lie_beside_its_hitter() -> None:
    assert likeliest_counts(row(1, -1)) == (1, 1)
    assert likeliest_counts(row(-1, 1)) == (1, 1)


def test_full_row_may_carry_an_unknown_number_more() -> None:
    table = point_tables(row(1, 1, 1, 1, 1))[0]
    assert likeliest_counts(row(1, 1, 1, 1, 1)) == (5, 0)
    assert table[6, 0] > table[4, 0]
