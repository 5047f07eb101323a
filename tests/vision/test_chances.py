"""Chances: what they have to be, and what may be claimed by them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.sightings import Count, Sighting
from vision.chances import EVEN, Chances


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
    with pytest.raises(ValueError, match="one of which is true"):
        Chances(table)


def test_the_narrowest_claim_leaves_out_what_is_as_good_as_impossible() -> None:
    chances = Chances(table_of({(2, 0): 0.7, (3, 0): 0.2998, (0, 1): 0.0002}))

    assert chances.sighting() == Sighting(Count(2, 3), Count(0, 0), Count(2, 3))
    assert (chances.best, chances.confidence) == ((2, 0), 0.7)


def test_where_nothing_is_known_anything_may_lie() -> None:
    claim = EVEN.sighting()

    assert all(claim.allows(light, dark) for light in (0, 15) for dark in (0, 15))
