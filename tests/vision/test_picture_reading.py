"""Chances: what they have to be, and what may be claimed by them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.observations import Count, Sighting
from vision.picture_reading import UNKNOWN, CountChances


def table_of(ways: dict[tuple[int, int], float]) -> NDArray[np.float64]:
    table = np.zeros((16, 16))
    for way, chance in ways.items():
        table[way] = chance
    return table


@pytest.mark.parametrize(
    "table",
    [
        np.full((15, 16), 1 / 240),
        table_of({(0, 0): 0.9}),
        table_of({(0, 0): 1.0, (1, 0): 0.1}),
        table_of({(0, 0): np.nan}),
    ],
    ids=["a row short", "too little", "too much", "no number"],
)
def test_one_of_all_ways_a_place_may_be_is_true(table: NDArray[np.float64]) -> None:
    with pytest.raises(ValueError, match="add up to one"):
        CountChances(table)


def test_the_narrowest_claim_leaves_out_what_is_as_good_as_impossible() -> None:
    chances = CountChances(table_of({(2, 0): 0.7, (3, 0): 0.2998, (0, 1): 0.0002}))

    assert chances.sighting() == Sighting(Count(2, 3), Count(0, 0), Count(2, 3))
    assert (chances.best, chances.confidence) == ((2, 0), 0.7)


def test_unknown_place_may_hold_anything() -> None:
    claim = UNKNOWN.sighting()

    assert all(claim.allows(light, dark) for light in (0, 15) for dark in (0, 15))
