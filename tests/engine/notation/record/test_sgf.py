"""Matches in the Smart Game Format are read and written as GNU Backgammon does."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.backgammon.game.events import AcceptResignation, OpeningThrow, Resign
from engine.backgammon.game.match import Crawford
from engine.backgammon.game.scoring import Win
from engine.backgammon.notation.record.mat import parse_mat, write_mat
from engine.backgammon.notation.record.record import (
    BeaverEntry,
    DoubleEntry,
    MatchReading,
    Record,
    RecordFaultKind,
    Restart,
    Tag,
    TakeEntry,
)
from engine.backgammon.notation.record.script_replay import read_script
from engine.backgammon.notation.record.sgf import parse_sgf, read_sgf, write_sgf
from engine.backgammon.notation.record.transcript import write_script
from engine.backgammon.rulebook import TOURNAMENT, TRICTRAC, Rulebook
from engine.players import ByPlayer
from engine.scanner import NotationError
from tests.rigs.engine import sample_matches
from tests.rigs.engine.play_notation import ONE, TWO, throw
from tests.rigs.engine.random_positions import corrupted_text

FROM_GNU = """\
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[Alice]PB[Bob]\
DT[2026-11-18]EV[Club night]RU[Crawford]RE[W+2R]GS[M:0 0 7 8 0.000000][C:0 0 0 0][D:0 0]
;B[64aeag]LU[-0.12345]GB[1]
;W[63mghe]A[0][mghe E ver 3 0.5 0.25 0.01 0C 1 0.000000 1]C[A good \\[one\\]\\: hit!]
;B[52yeyb]
;W[double]DA[E ver 3 2C 1 0.000000 1 0.5]
;B[take]BM[2]
;PL[W]DI[53]
;W[53yvmh]
;B[42bdei]
)
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:1][ws:2][bs:0]PW[Alice]PB[Bob]\
RU[Crawford:CrawfordGame]RE[B+1R]
;W[31hefe]
;B[42qusu]
;PL[W]DI[65])
"""


def one_game(
    nodes: str = "", root: str = "MI[length:5][game:1][ws:0][bs:0]PW[Alice]PB[Bob]"
) -> str:
    """A text of one game."""
    return f"(;FF[4]GM[6]{root}{nodes})"


@pytest.mark.release(after=10)
@pytest.mark.parametrize("sample", sample_matches.samples(), ids=lambda sample: sample.name)
def test_a_recorded_match_comes_back(sample: sample_matches.Sample) -> None:
    record = sample_matches.read_sample(sample).record
    text = write_sgf(write_script(record, parse_mat(sample.text).tags))

    assert read_sgf(text) == MatchReading(record)
    assert write_sgf(parse_sgf(text)) == text
    assert text.count("CrawfordGame") == sum(game.crawford for game in sample.games)


def test_a_text_of_gnu_backgammon_tells_who_did_what() -> None:
    script = parse_sgf(FROM_GNU)
    first, second = script.games

    assert (script.names, script.length) == (sample_matches.NAMES, 3)
    tags = ("EventDate", "2026.11.18"), ("Event", "Club night"), ("Crawford", "On")
    assert script.tags == tuple(Tag(*tag) for tag in tags)
    assert (first.number, first.score, first.crawford) == (1, ByPlayer(0, 0), False)
    assert (second.number, second.score, second.crawford) == (2, ByPlayer(2, 0), True)
    kinds = " ".join(type(entry).__name__.removesuffix("Entry") for entry in first.entries)
    assert kinds == "Move Move Move Double Take Move Move Win"
    places = [(1, 2), (2, 3), (2, 4), (3, 5), (3, 6), (4, 8), (4, 9), (5, 1)]
    assert [(entry.row, entry.line) for entry in first.entries] == places


def test_a_text_of_gnu_backgammon_is_read_as_it_was_played() -> None:
    reading = read_sgf(FROM_GNU)

    assert reading.faults == ()
    assert reading.record.rulebook == TOURNAMENT
    assert reading.record.final.score == ByPlayer(2, 1)
    assert reading.record.final.crawford is Crawford.NOW
    assert reading.record.events[0] == OpeningThrow(4, 6)
    resigned = (Resign(ONE, Win.SINGLE), AcceptResignation(TWO))
    assert reading.record.events[-3:] == (throw(ONE, "65"), *resigned)
    assert read_sgf(write_sgf(write_script(reading.record))) == reading


@sample_matches.played_books
@pytest.mark.parametrize("seed", range(3, 6))
def test_a_match_is_read_as_it_was_played(rulebook: Rulebook, length: int, seed: int) -> None:
    record = sample_matches.random_match(rulebook, length, seed)
    assert read_sgf(write_sgf(write_script(record)), rulebook) == MatchReading(record)


def test_a_double_that_answers_a_double_is_a_beaver() -> None:
    nodes = ";W[31hefe];B[double];W[double];B[take];B[42qusu];W[65xm]"
    reading = read_sgf(one_game(nodes, root="MI[length:0][game:1][ws:0][bs:0]RU[Jacoby:Beavers]"))

    assert reading.faults == ()
    assert reading.record.rulebook == sample_matches.MONEY
    entries = write_script(reading.record).games[0].entries
    assert [type(entry) for entry in entries[1:4]] == [DoubleEntry, BeaverEntry, TakeEntry]


@pytest.mark.parametrize(
    ("rules", "rulebook"),
    [
        ("RU[Crawford]", TOURNAMENT),
        ("RU[]", replace(TOURNAMENT, crawford=False)),
        ("RU[NoCube:Crawford]", replace(TOURNAMENT, cube=False)),
        ("", TOURNAMENT),
        ("AP[GNU Backgammon:1.07.001]", replace(TOURNAMENT, crawford=False)),
        ("AP[Some program:1]", TOURNAMENT),
    ],
)
def test_agreed_rules_are_named(rules: str, rulebook: Rulebook) -> None:
    reading = read_sgf(one_game(";W[31hefe]", root=f"MI[length:5][game:0][ws:0][bs:0]{rules}"))
    assert (reading.faults, reading.record.rulebook) == ((), rulebook)


@pytest.mark.parametrize(
    ("root", "number"),
    [("[game:0]", 1), ("[game:1]", 1), ("[game:4]AP[Kibitz]", 5), ("[game:4]", 4), ("", 1)],
)
def test_the_first_game_of_a_match_may_have_the_number_nought(root: str, number: int) -> None:
    assert parse_sgf(one_game(root=f"MI[length:5]{root}")).games[0].number == number


def test_missing_score_is_the_computed_one() -> None:
    first = one_game(";W[31hefe];B[double];W[drop]", root="MI[length:5]RE[B+1]")
    second = one_game(";W[31hefe];B[42qusu]", root="MI[length:5]RE[W+2Resign]")
    reading = read_sgf(first + second)

    assert reading.faults == ()
    assert reading.record.final.score == ByPlayer(2, 1)


def test_crawford_game_at_the_wrong_time_is_reported_and_believed() -> None:
    root = "MI[length:5][game:1][ws:0][bs:0]RU[Crawford:CrawfordGame]"
    reading = read_sgf(one_game(";W[31hefe]", root=root))

    (fault,) = reading.faults
    assert fault.kind is RecordFaultKind.WRONG_CRAWFORD
    assert (fault.found, fault.expected) == (True, False)
    assert reading.record.restarts == (Restart(0, 1, ByPlayer(0, 0), Crawford.NOW),)


def test_the_cube_of_a_game_may_begin_higher_after_ties() -> None:
    text = one_game(";W[31hefe]", root="MI[length:0][game:1][ws:0][bs:0]CV[4]")
    reading = read_sgf(text, TRICTRAC)

    assert reading.faults == ()
    assert reading.record.final.game.cube.value == 4
    (fault,) = read_sgf(text).faults
    assert (fault.kind, fault.found, fault.expected) == (RecordFaultKind.WRONG_STAKE, 4, 1)


def test_names_keep_what_must_be_escaped() -> None:
    names = ByPlayer("a\\b]c[d:e", "(;W[double])")
    record = Record(names, TOURNAMENT, 5, (OpeningThrow(3, 1),))

    assert read_sgf(write_sgf(write_script(record))) == MatchReading(record)


def test_a_line_may_be_broken_inside_a_value() -> None:
    text = one_game(root="PW[Al\\\nice]PB[Bob\nby\t!]MI [length:5]\r\n[game:1]")
    assert parse_sgf(text).names == ByPlayer("Alice", "Bob by !")


def test_of_variations_only_the_first_is_read() -> None:
    nodes = ";W[31hefe](;B[42qusu](;W[65xm])(;W[65xrmh]))(;B[42aeac];W[double](;B[take])(;B[drop]))"
    assert parse_sgf(one_game(nodes)) == parse_sgf(one_game(";W[31hefe];B[42qusu];W[65xm]"))


def test_an_illegal_play_that_stood_comes_back() -> None:
    nodes = ";W[31hehf];B[42qusuaeae];W[66xrfj];B[43];W[21fe]"
    reading = read_sgf(one_game(nodes))
    again = read_sgf(write_sgf(write_script(reading.record)), reading.record.rulebook)

    assert {fault.kind for fault in reading.faults} == {RecordFaultKind.ILLEGAL_PLAY}
    assert [fault.move for fault in reading.faults] == [1, 1, 2, 2, 3]
    assert again.record == reading.record


def test_a_match_file_and_this_format_tell_the_same() -> None:
    script = parse_sgf(FROM_GNU)
    as_mat = parse_mat(write_mat(script))

    assert read_script(as_mat) == replace(read_script(script), faults=())


@pytest.mark.parametrize("letters", ["zefe", "heyy", "hh", "he" * 17])
def test_senseless_play_is_reported_and_ends_only_its_game(letters: str) -> None:
    (fault,) = read_sgf(one_game(f";W[31{letters}];B[42qusu]")).faults

    assert (fault.kind, fault.move, fault.ends_game) == (RecordFaultKind.UNCLEAR_PLAY, 1, True)
    assert fault.misread


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, r"\(; where a game begins"),
        ("hello", 1, 1, r"\(; where a game begins"),
        ("(;GM[6]", 1, 8, "a ; or a bracket"),
        ("(;GM[6]))", 1, 9, r"\( where the next game begins"),
        ("(;\n GM[6", 2, 4, "a value in square brackets"),
        ("(;GM[1]SZ[19];B[aa])", 1, 3, "a game of backgammon"),
        ("(;FF[4])", 1, 3, "a game of backgammon"),
        ("(;GM[6](;W[31hefe]);B[42])", 1, 20, "a ; or a bracket"),
        (one_game(";\nW[37hefe]"), 2, 1, "double, take, drop, or a throw"),
        (one_game(";W[31hef]"), 1, 62, "double, take, drop, or a throw"),
        (one_game(";W[31he1e]"), 1, 62, "double, take, drop, or a throw"),
        (one_game(";W[31hefe][31hefe]"), 1, 62, "double, take, drop, or a throw"),
        (one_game(";DI[31]"), 1, 62, "whose dice they are"),
        (one_game(";W[31hefe];PL[B]AE[a:y]AW[a]"), 1, 77, "AE sets a position up"),
        (one_game(";AB[a]"), 1, 62, "AE.a:y. clears it"),
        (one_game(";CV[2]"), 1, 62, "CV sets a position up"),
        (one_game(root="CO[b]"), 1, 13, "CO sets a position up"),
        (one_game(root="CV[3]"), 1, 13, "a power of two"),
        (one_game(root="MI[length:five]"), 1, 13, "a number for length"),
        (one_game(root="RU[Nackgammon]"), 1, 13, "the usual start"),
        (one_game() + one_game(root="MI[length:7]"), 1, 64, "games of one match"),
    ],
)
def test_a_malformed_text_is_refused_with_line_and_column(
    text: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(NotationError, match=expected) as refusal:
        read_sgf(text)
    assert (refusal.value.line, refusal.value.at + 1) == (line, column)


@given(st.text() | st.text(alphabet="()[];\\GM6WBPLDIREUCV+:0123456789abyz doubletakrp"))
@example("(;GM[6]\\")
def test_any_text_is_read_or_refused(text: str) -> None:
    for begun in (text, f"(;GM[6]MI{text}", f"(;GM[6];{text}"):
        with suppress(NotationError):
            read_sgf(begun)


@given(corrupted_text(st.sampled_from([FROM_GNU, one_game(";W[31hefe];B[double];W[drop]")])))
def test_a_spoilt_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        record = read_sgf(text).record
        again = read_sgf(write_sgf(write_script(record)), record.rulebook).record
        assert again.events == record.events


@pytest.mark.parametrize("begun", ["", "(;GM[6]", "(;GM[6]C[", "(;GM[6];W"])
@pytest.mark.parametrize(
    "piece", ["(", "(;", ")", ";", "[", "[]", "\\", " ", "\n", "A", "A[]", "W[11]"]
)
def test_garbage_is_refused_however_long_it_is(begun: str, piece: str) -> None:
    with suppress(NotationError):
        read_sgf(begun + piece * (100_000 // len(piece)) + "x")
