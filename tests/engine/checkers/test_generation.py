"""The legal plays are those of brute force, of the published counts, and of the tree."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from benchmarks import checkers_brute_force as brute_force
from benchmarks.checkers import letters_of
from engine.checkers.moves.generation import Bits, legal_results
from engine.checkers.moves.perft import LineCounter, OutOfTime
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import START, Position
from engine.checkers.rulebook import ENGLISH, SEASIDE, Rulebook
from engine.checkers.squares import mirror_bits
from tests.rigs.engine.checkers_boards import (
    as_results,
    board,
    played_positions,
    random_position,
)

PERFT = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564)
"""The published numbers of English lines of each length from the start."""
MIXED = tuple(
    replace(SEASIDE, must_capture=capture, must_jump_on=on, crowned_jumps_on=crowned)
    for capture in (False, True)
    for on in (False, True)
    for crowned in (False, True)
)
"""Every combination of the knobs about capturing."""


def perft(bits: Bits, depth: int, book: Rulebook = ENGLISH) -> int:
    """The number of lines of this length."""
    results = legal_results(*bits, book)
    if depth == 1:
        return len(results)
    return sum(
        perft((mirror_bits(other), mirror_bits(mover), mirror_bits(kings)), depth - 1, book)
        for mover, other, kings in results
    )


def sample(number: int, seed: int) -> list[Position]:
    """Random positions, and positions of random games by both rulebooks."""
    chance = Random(seed)  # noqa: S311 - positions, not secrets
    drawn = [random_position(chance) for _ in range(number)]
    games = [it for book in (ENGLISH, SEASIDE) for it in played_positions(chance, book, number)]
    return drawn + games


def assert_as_brute_force(position: Position) -> None:
    letters = letters_of(position)
    forced = as_results(legal_results(*position.bits, ENGLISH))
    free = as_results(legal_results(*position.bits, SEASIDE))
    assert forced == brute_force.forced_results(letters), position
    assert free == brute_force.free_results(letters), position


@pytest.mark.parametrize("depth", range(1, 7))
def test_lines_from_the_start_are_as_many_as_published(depth: int) -> None:
    assert perft(START.bits, depth) == PERFT[depth - 1]


@pytest.mark.release
@pytest.mark.parametrize("depth", range(7, 11))
def test_long_lines_from_the_start_are_as_many_as_published(depth: int) -> None:
    assert perft(START.bits, depth) == PERFT[depth - 1]


def test_results_of_both_rulebooks_are_those_of_brute_force() -> None:
    for position in sample(250, seed=1):
        assert_as_brute_force(position)


@pytest.mark.soak
def test_results_of_many_more_positions_are_those_of_brute_force(soak_factor: int) -> None:
    for position in sample(2_000 * soak_factor, seed=2):
        assert_as_brute_force(position)


def test_free_results_are_steps_and_every_beginning_of_a_capture() -> None:
    for position in sample(250, seed=3):
        letters = letters_of(position)
        plays = brute_force.every_play(letters)
        ended = {play.result for play in plays if play.finished}
        assert as_results(legal_results(*position.bits, replace(SEASIDE, must_jump_on=True))) == (
            ended
        )
        forced = brute_force.forced_results(letters)
        free = as_results(legal_results(*position.bits, SEASIDE))
        assert forced <= free
        assert free == {play.result for play in plays}


@pytest.mark.parametrize("book", MIXED)
def test_tree_leads_to_exactly_the_legal_results(book: Rulebook) -> None:
    for position in sample(60, seed=4):
        plays = LegalPlays(position, book)
        ends = {node.position for node in plays.tree.walk() if node.is_end}
        assert ends == set(plays) == set(plays.lines), position
        assert len(plays) == len(ends)
        assert not plays or all(node.is_end or node.next for node in plays.tree.walk())


def test_hops_of_a_line_lead_from_square_to_square_and_name_what_is_captured() -> None:
    chance = Random(5)  # noqa: S311 - positions, not secrets
    for _ in range(200):
        plays = LegalPlays(random_position(chance), SEASIDE)
        for result, ways in plays.lines.items():
            for line in ways:
                assert all(one.target == two.source for one, two in pairwise(line))
                captured = [hop.captured_square for hop in line if hop.jumped]
                assert len(captured) == plays.position.other.bit_count() - result.other.bit_count()


def test_two_ways_to_one_result_are_both_kept() -> None:
    plays = LegalPlays(board("K2", "6 7 14 15"), ENGLISH)

    assert list(plays) == [board("K2")]
    ways = [[hop.target for hop in line] for line in plays.lines[board("K2")]]
    assert ways == [[9, 18, 11, 2], [11, 18, 9, 2]]


def test_own_checkers_are_jumped_where_the_rulebook_allows_it() -> None:
    book = replace(SEASIDE, jump_own=True)
    plays = LegalPlays(board("1 6", "15"), book)

    over_own = {hop for hop in plays.first_hops if hop.over_own}
    assert {(hop.source, hop.target, hop.jumped) for hop in over_own} == {(1, 10, 6)}
    assert board("6 K10", "15") not in plays
    assert board("6 10", "15") in plays
    assert board("6 19") in plays
    assert board("6 19") not in LegalPlays(board("1 6", "15"), SEASIDE)


def test_no_own_checker_is_jumped_twice_in_a_turn() -> None:
    book = replace(SEASIDE, jump_own=True)
    plays = LegalPlays(board("K1 6"), book)

    lines = [line for ways in plays.lines.values() for line in ways]
    assert max(map(len, lines)) == 1
    assert plays.position not in plays


@pytest.mark.parametrize("depth", range(8))
def test_counter_that_remembers_positions_counts_as_many(depth: int) -> None:
    counter = LineCounter(ENGLISH, lambda: False)
    assert counter.count(START.bits, depth) == (1, *PERFT)[depth]


def test_counter_stops_once_its_time_is_spent() -> None:
    with pytest.raises(OutOfTime):
        LineCounter(ENGLISH, lambda: True).count(START.bits, 20)
