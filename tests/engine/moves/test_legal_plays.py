"""The legal plays of every throw in the oracles, and how they are offered."""

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.steps import CheckerStep, apply_step
from engine.backgammon.position import START, Position, Setup
from engine.backgammon.rulebook import CLASSIC, TOURNAMENT, Rulebook
from tests.rigs.engine.reference_results import play_rows


def test_every_pair_of_the_oracles_has_exactly_its_results() -> None:
    for pair in play_rows():
        plays = LegalPlays(pair.position, pair.dice)
        assert {play.counts for play in plays} == set(pair.results), pair.id
        assert len(plays) == len(pair.results), pair.id


def test_every_pair_of_the_oracles_has_its_first_steps_and_its_number_of_dice() -> None:
    for pair in play_rows():
        plays = LegalPlays(pair.position, pair.dice)
        assert {(step.source, step.die) for step in plays.first_steps} == pair.first, pair.id
        assert plays.required == pair.n, pair.id


def test_every_play_has_one_line_of_steps_that_leads_to_it() -> None:
    for pair in play_rows():
        plays = LegalPlays(pair.position, pair.dice)
        assert set(plays.lines) == set(plays), pair.id
        for play, line in plays.lines.items():
            assert followed(pair.position, line) == play, pair.id
            assert len(line) == plays.required, pair.id


def test_the_ends_of_the_tree_are_the_plays() -> None:
    for pair in play_rows()[::5]:
        plays = LegalPlays(pair.position, pair.dice)
        ends = {node.position for node in plays.tree.walk() if not node.playable}
        assert ends == set(plays), pair.id


def test_plays_can_be_looped_over_counted_and_asked() -> None:
    plays = LegalPlays(START, Dice(3, 1))
    assert len(plays) == len(list(plays)) == 16
    assert START not in plays
    mover, other = {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5}
    with_the_5_point = Setup.of(mover, other).position()
    assert with_the_5_point in plays


def test_a_throw_that_cannot_be_played_leads_to_the_unchanged_position() -> None:
    shut_out = Setup.of({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 13: 3}).position()
    plays = LegalPlays(shut_out, Dice(6, 5))
    assert list(plays) == [shut_out]
    assert plays.required == 0
    assert not plays.first_steps


@pytest.mark.parametrize(("rulebook", "ways"), [(TOURNAMENT, 1), (CLASSIC, 2)])
def test_only_some_rulebooks_make_the_larger_die_compulsory(rulebook: Rulebook, ways: int) -> None:
    # One checker on the 13 point; 6-5 blocks it on the 2 point whichever comes first.
    position = Setup.of({13: 1, 0: 14}, {23: 2, 1: 13}).position()
    assert len(LegalPlays(position, Dice(6, 5), rulebook)) == ways


def test_a_hit_in_passing_is_another_play_than_going_round_the_blot() -> None:
    position = Setup.of({24: 1, 0: 14}, {7: 1, 6: 14}).position()
    plays = LegalPlays(position, Dice(6, 2))
    assert sorted(play.bar.other for play in plays) == [0, 1]


def followed(position: Position, line: tuple[CheckerStep, ...]) -> Position:
    """The position after a line, each hit checked on the way."""
    counts = list(position.counts)
    for step in line:
        assert step.hits == (step.target > 0 and counts[step.target - 1] == -1)
        counts = apply_step(counts, step.source, step.die)
    return Position(tuple(counts))
