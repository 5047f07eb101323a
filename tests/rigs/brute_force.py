"""Holds what the engine finds against what brute force finds."""

from benchmarks import naive
from benchmarks.contestant import legal_results
from engine.backgammon.dice import Dice
from engine.backgammon.position import Position


def assert_found_exactly(position: Position, dice: Dice) -> None:
    """Nothing is missing, nothing is too much, nothing comes up twice."""
    by_force = naive.plays(position.counts, dice.high, dice.low).results
    found = legal_results(position.counts, dice.high, dice.low)
    assert sorted(found) == sorted(by_force), (position, dice)
