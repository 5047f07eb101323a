"""The counts of all places are inferred together: there are fifteen checkers of each colour."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.checkers import Colour, Place, point, tray
from hardware.observations import Count, Sighting
from vision.picture_reading import (
    CHECKERS_EACH,
    NUMBERS,
    UNKNOWN,
    CountChances,
    CountTable,
    infer_joint_counts,
)

ONE, OTHER, TRAY = point(1), point(2), tray(Colour.LIGHT)


def only_count(light: int, dark: int = 0) -> CountTable:
    """The table of a place with one possible count."""
    table = np.zeros((NUMBERS, NUMBERS))
    table[light, dark] = 1
    return table


def any_count_of(*lights: int) -> CountTable:
    """The table of a place with these possible numbers of light checkers."""
    return sum((only_count(light) for light in lights), start=np.zeros((NUMBERS, NUMBERS)))


DARKS = only_count(0, CHECKERS_EACH)
POSSIBLE = 0.15
"""The share of all counts that is possible."""


def test_missing_checkers_elsewhere_reveal_the_height_of_a_pile() -> None:
    weights = {ONE: any_count_of(5, 6, 7), OTHER: only_count(8), Place("dark"): DARKS}
    tally = infer_joint_counts(weights, only_count(0))
    assert tally.chances[ONE].best == (7, 0)
    assert tally.best[ONE] == (7, 0)


def test_claims_do_not_exceed_what_the_total_reveals() -> None:
    weights = {ONE: any_count_of(5, 6), OTHER: any_count_of(9, 10), Place("dark"): DARKS}
    sighting = infer_joint_counts(weights, only_count(0)).chances[ONE].sighting()
    assert (sighting.light.low, sighting.light.high) == (5, 6)


def test_checker_in_a_hand_may_be_missing_from_the_board() -> None:
    weights = {ONE: only_count(14), Place("dark"): DARKS}
    tally = infer_joint_counts(weights, any_count_of(0, 1))
    assert tally.chances[ONE].best == (14, 0)


def test_impossible_board_is_still_answered_place_by_place() -> None:
    weights = {ONE: only_count(14), OTHER: only_count(14), Place("dark"): DARKS}
    assert infer_joint_counts(weights, only_count(0)).chances[ONE].best == (14, 0)


def test_place_without_a_possible_count_is_refused() -> None:
    with pytest.raises(ValueError, match="16 times 16"):
        infer_joint_counts({ONE: np.zeros((NUMBERS, NUMBERS))}, only_count(0))


def test_both_colours_may_wait_on_one_place() -> None:
    weights = {ONE: only_count(2, 1), OTHER: only_count(13), Place("dark"): only_count(0, 14)}
    assert infer_joint_counts(weights, only_count(0)).best[ONE] == (2, 1)


def test_covered_place_may_hold_what_is_missing_elsewhere() -> None:
    covered = np.ones((NUMBERS, NUMBERS))
    weights = {ONE: covered, OTHER: only_count(13), Place("dark"): only_count(0, 14)}
    tally = infer_joint_counts(weights, only_count(0))
    assert tally.best[ONE] == (2, 1)
    assert tally.chances[ONE].table[2, 1] == pytest.approx(1)


def test_chance_of_a_count_is_that_of_all_boards_with_it() -> None:
    random = np.random.default_rng(7)
    places = [ONE, OTHER, TRAY]
    tables = [random_table(random) for _ in places]
    weighed = {
        board: float(np.prod([table[way] for table, way in zip(tables, board, strict=True)]))
        for board in product(*(map(tuple, np.argwhere(table).tolist()) for table in tables))
        if tuple(map(sum, zip(*board, strict=True))) == (CHECKERS_EACH, CHECKERS_EACH)
    }
    tally = infer_joint_counts(dict(zip(places, tables, strict=True)), only_count(0))
    assert tuple(tally.best.values()) == max(weighed, key=lambda board: weighed[board])
    for number, place in enumerate(places):
        expected = np.zeros((NUMBERS, NUMBERS))
        for board, weight in weighed.items():
            expected[board[number]] += weight / sum(weighed.values())
        np.testing.assert_allclose(tally.chances[place].table, expected, atol=1e-9)


def random_table(random: np.random.Generator) -> CountTable:
    """The table of a place with random weights for some counts of both colours."""
    ways = random.random((NUMBERS, NUMBERS))
    return np.where(random.random((NUMBERS, NUMBERS)) < POSSIBLE, ways, 0.0)


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
def test_chances_that_do_not_add_up_to_one_are_refused(table: NDArray[np.float64]) -> None:
    with pytest.raises(ValueError, match="add up to one"):
        CountChances(table)


def test_the_narrowest_claim_leaves_out_what_is_as_good_as_impossible() -> None:
    chances = CountChances(table_of({(2, 0): 0.7, (3, 0): 0.2998, (0, 1): 0.0002}))

    assert chances.sighting() == Sighting(Count(2, 3), Count(0, 0), Count(2, 3))
    assert (chances.best, chances.confidence) == ((2, 0), 0.7)


def test_unknown_place_may_hold_anything() -> None:
    claim = UNKNOWN.sighting()
    assert all(claim.allows(light, dark) for light in (0, 15) for dark in (0, 15))
