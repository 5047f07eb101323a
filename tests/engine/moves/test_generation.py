"""The fast generation finds exactly what brute force finds."""

import pytest
from hypothesis import given

from benchmarks import naive
from benchmarks.contestant import legal_results
from benchmarks.sample import bench_pairs
from engine.backgammon.dice import Dice
from engine.backgammon.position import Position
from tests.rigs.brute_force import assert_found_exactly
from tests.rigs.oracles import pairs
from tests.rigs.placements import KINDS, strewn
from tests.rigs.strategies import positions, throws

STREWN = 300


def test_brute_force_agrees_with_the_oracles() -> None:
    for pair in pairs():
        plays = naive.plays(pair.position.counts, pair.dice.high, pair.dice.low)
        assert plays.results == set(pair.results), pair.id
        assert plays.required == pair.n, pair.id
        assert {(source, die) for source, _, die in plays.first} == pair.first, pair.id


def test_every_pair_of_the_oracles_is_found_exactly() -> None:
    for pair in pairs():
        found = legal_results(pair.position.counts, pair.dice.low, pair.dice.high)
        assert sorted(found) == sorted(pair.results), pair.id


def test_every_pair_of_the_benchmark_is_found_exactly() -> None:
    for position, die1, die2, _ in bench_pairs():
        by_force = naive.plays(position, die1, die2).results
        assert sorted(legal_results(position, die1, die2)) == sorted(by_force)


@given(positions(), throws())
def test_any_position_is_found_exactly(position: Position, dice: Dice) -> None:
    assert_found_exactly(position, dice)


@pytest.mark.parametrize("kind", KINDS)
def test_strewn_checkers_are_found_exactly(kind: str) -> None:
    for position, dice in strewn(kind, STREWN):
        assert_found_exactly(position, dice)


@pytest.mark.parametrize("kind", KINDS)
def test_playing_a_double_never_reduces_what_can_be_played(kind: str) -> None:
    for position, dice in strewn(kind, STREWN):
        assert not naive.plays(position.counts, dice.high, dice.high).runs_dry, (position, dice)
