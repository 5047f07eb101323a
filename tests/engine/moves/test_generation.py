"""The fast generation finds exactly what brute force finds."""

import pytest
from hypothesis import given

from benchmarks import brute_force
from benchmarks.kibitz_contestant import legal_results
from benchmarks.sample_positions import bench_pairs
from engine.backgammon.dice import Dice
from engine.backgammon.position import Position
from tests.rigs.engine.random_positions import POSITION_KINDS, positions, random_turns, throws
from tests.rigs.engine.reference_results import assert_plays_complete, play_rows

USUAL, SOAKED = 300, 4_000
"""The number of random positions of each kind in a usual run, and in a soak."""


def test_brute_force_agrees_with_the_oracles() -> None:
    for pair in play_rows():
        plays = brute_force.plays(pair.position.counts, pair.dice.high, pair.dice.low)
        assert plays.results == set(pair.results), pair.id
        assert plays.required == pair.n, pair.id
        assert {(source, die) for source, _, die in plays.first} == pair.first, pair.id


def test_plays_of_every_pair_of_the_oracles_are_found_exactly() -> None:
    for pair in play_rows():
        found = legal_results(pair.position.counts, pair.dice.low, pair.dice.high)
        assert sorted(found) == sorted(pair.results), pair.id


def test_plays_of_every_benchmark_position_are_found_exactly() -> None:
    for position, die1, die2, _ in bench_pairs():
        by_force = brute_force.plays(position, die1, die2).results
        assert sorted(legal_results(position, die1, die2)) == sorted(by_force)


@given(positions(), throws())
def test_plays_of_any_position_are_found_exactly(position: Position, dice: Dice) -> None:
    assert_plays_complete(position, dice)


@pytest.mark.parametrize("kind", POSITION_KINDS)
def test_plays_of_random_positions_are_found_exactly(kind: str) -> None:
    for position, dice in random_turns(kind, USUAL):
        assert_plays_complete(position, dice)


@pytest.mark.parametrize("kind", POSITION_KINDS)
def test_playing_a_double_never_reduces_what_can_be_played(kind: str) -> None:
    for position, dice in random_turns(kind, USUAL):
        plays = brute_force.plays(position.counts, dice.high, dice.high)
        assert not plays.runs_dry, (position, dice)


@pytest.mark.soak
@pytest.mark.parametrize("kind", POSITION_KINDS)
def test_plays_of_many_more_random_positions_are_found_exactly(kind: str, soak_factor: int) -> None:
    for position, dice in random_turns(kind, SOAKED * soak_factor):
        assert_plays_complete(position, dice)
