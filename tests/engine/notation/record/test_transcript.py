"""The transcript of a match marks every illegal play that stood."""

from dataclasses import replace

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import EndTurn, Event, OpeningThrow, Play, Throw
from engine.backgammon.notation.record.mat import parse_mat, write_mat, write_text
from engine.backgammon.notation.record.record import Record
from engine.backgammon.notation.record.sgf import write_sgf
from engine.backgammon.notation.record.transcript import write_script
from engine.backgammon.position import BAR, START, Position
from engine.backgammon.rulebook import TOURNAMENT, IllegalPlay
from tests.rigs.engine.play_notation import ONE, TWO
from tests.rigs.engine.sample_matches import NAMES, read_sample, sample

LENIENT = replace(TOURNAMENT, illegal_play=IllegalPlay.OPPONENT_DECIDES)


def moved(*moves: tuple[int, int]) -> Position:
    """The start after some checkers of the mover went from point to point."""
    counts = list(START.counts)
    for source, target in moves:
        counts[source - 1] -= 1
        counts[target - 1] += 1
    return Position(tuple(counts))


def record(*played: Position) -> Record:
    plays = [Play(ONE, result) for result in played]
    events: tuple[Event, ...] = (OpeningThrow(3, 1), *plays, EndTurn(ONE), Throw(TWO, Dice(6, 5)))
    return Record(NAMES, LENIENT, 5, events)


def test_a_legal_match_is_written_as_any_program_writes_it() -> None:
    script = write_script(read_sample(sample(151)).record)
    assert write_text(script) == write_mat(script)


def test_an_illegal_play_that_stood_is_marked_with_what_was_moved() -> None:
    # 3 and 1 are played as if they were 4 and 2
    script = write_script(record(moved((8, 4), (6, 4))))

    assert "  1) 31: Illegal play (8/4 6/4)" in write_text(script)
    assert "  1) 31: 8/4 6/4 " in write_mat(script)


def test_checkers_that_moved_nowhere_are_an_illegal_play_too() -> None:
    script = write_script(record(START))
    assert "31: Illegal play (nothing moved)" in write_text(script)


def test_a_play_that_was_put_right_leaves_no_mark() -> None:
    wrong, right = moved((8, 4), (6, 4)), moved((8, 5), (6, 5))
    assert "31: 8/5 6/5" in write_text(write_script(record(wrong, right)))


def test_mark_is_no_part_of_the_content() -> None:
    script = write_script(record(moved((8, 4), (6, 4))))

    assert parse_mat(write_mat(script)).games[0].entries[0].player is ONE
    assert [e.illegal for e in script.games[0].entries if hasattr(e, "illegal")] == [True, False]


def test_an_illegal_play_that_no_checker_can_make_is_written_in_every_format() -> None:
    script = write_script(record(moved((13, BAR), (8, 4))))

    assert "31: Illegal play (13/25 8/4)" in write_text(script)
    assert "31: 13/25 8/4" in write_mat(script)
    assert ";W[31myhd]" in write_sgf(script)
