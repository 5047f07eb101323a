"""Match files are read as any program writes them, and written as GNU Backgammon does."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.backgammon.notation.record.mat import parse_mat, read_mat, write_mat
from engine.backgammon.notation.record.record import (
    BeaverEntry,
    DoubleEntry,
    DropEntry,
    MatchReading,
    MoveEntry,
    Script,
    ScriptGame,
    Tag,
    TakeEntry,
    WinEntry,
    number_rows,
)
from engine.backgammon.notation.record.transcript import write_script
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import ByPlayer
from engine.scanner import NotationError
from tests.rigs.engine.play_notation import ONE, TWO
from tests.rigs.engine.random_positions import corrupted_text
from tests.rigs.engine.sample_matches import NAMES, Sample, mat, read_sample, rows, sample, samples

MATCH = sample(151)
FROM_XG = """\
; [Site "eXtreme Gammon"]\r
; [Match ID "238991235"]\r
; [Player 1 "Ann Other"]\r
; [EventDate "2009.10.03"]\r
; [Variation "Backgammon"]\r
; [Crawford "On"]\r
; [CubeLimit "1024"]\r
\r
2 point match\r
\r
Game 1\r
Ann Other : 0                         Bob-22 : 0\r
  1)                                  42: 8/4 6/4\r
  2) 31: 8/5 6/5                       Doubles => 2\r
  3)  Takes                           64: 24/14\r
  4) 51: ????\r
                                        Wins 2 points and the match"""
GARBAGE = (";", ":", " ", "1", "1) ", "11: ", "24/18*/", "\t", " Game 1\n", "Wins ", '; [a "b"]\n')
players = st.sampled_from((ONE, TWO))
A_GAME = mat(rows("31: 8/5 6/5", "42: 8/4 6/4"))


def in_wide_columns(text: str) -> str:
    """The text with eight more spaces before the right column."""
    wide = re.sub(r"(?m)^( {34}Wins| *\d+\) .{27} )", r"\1        ", text).replace
    return wide(" Wins        ", "         Wins").replace("   Bob", "           Bob")


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_match_file_is_written_as_it_was_read(sample: Sample) -> None:
    assert write_mat(parse_mat(sample.text)) == sample.text


def test_a_match_file_tells_who_did_what_and_where_it_is_written() -> None:
    script = parse_mat(MATCH.text)
    entries = script.games[0].entries

    assert (script.names, script.length) == (NAMES, 8)
    assert script.tags == (Tag("EventDate", "2026.11.18"),)
    assert script.tag("eventdate") == "2026.11.18"
    assert [game.score for game in script.games] == [game.score for game in MATCH.games]
    assert [game.line for game in script.games] == [5, 19, 53, 89]
    summary = [(type(entry), entry.player, entry.row, entry.line) for entry in entries]
    assert summary[:2] == [(MoveEntry, TWO, 1, 7), (MoveEntry, ONE, 2, 8)]
    last = [(DoubleEntry, ONE, 10, 16), (DropEntry, TWO, 10, 16), (WinEntry, ONE, 10, 17)]
    assert summary[-3:] == last


@pytest.mark.parametrize(
    "dialect",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("25/", "bar/").replace("/0", "/off"),
        lambda text: text.replace("25/", "Bar/").replace("/0", "/Off"),
        lambda text: text.upper().replace("ALICE", "Alice").replace("BOB", "Bob"),
        lambda text: re.sub(r"(?m) +$|^ +(?=Game|\d+ point)", "", text),
        lambda text: re.sub(r"(?m)^ +(\d+\))", r"\1", text),
        lambda text: re.sub(
            r"(\d\d): (?= *$| +\d\d:)", r"\1: Cannot Move ", text, flags=re.MULTILINE
        ),
        lambda text: re.sub(r"(\S+/\S+) \1", r"\1(2)", text),
        lambda text: re.sub(r"(?m)(\S) {4,}(\d\d:)", "\\1\t\t\t\t\t\\2", text),
        lambda text: text.replace("Takes", "Accepts").replace("Drops", "Passes"),
        lambda text: re.sub(r" => \d+|s$", "", text, flags=re.MULTILINE),
        lambda text: text.replace("64: 24/18 24/20", "46: 24/18 24/20"),
        lambda text: text.replace("7)  Takes", "7)\n; a remark\n 7)  Takes"),
        in_wide_columns,
    ],
)
def test_a_match_file_may_be_written_in_many_ways(dialect: Callable[[str], str]) -> None:
    text = dialect(MATCH.text)

    assert text != MATCH.text
    assert read_mat(text) == MatchReading(read_sample(MATCH).record)


def test_a_match_file_may_be_that_of_extreme_gammon() -> None:
    reading = read_mat("\ufeff" + FROM_XG)

    assert reading.faults == ()
    assert reading.record.names == ByPlayer("Ann Other", "Bob-22")
    assert reading.record.final.winner is TWO
    assert parse_mat(FROM_XG).tag("site") == "eXtreme Gammon"


@pytest.mark.parametrize("length", ["0 point match", "Money session", "unlimited match"])
def test_play_for_stakes_is_a_match_of_no_length(length: str) -> None:
    text = A_GAME.replace("5 point match", length)

    assert parse_mat(text).length == 0
    assert read_mat(text).record.rulebook == TOURNAMENT


def test_remarks_before_the_first_game_are_preserved() -> None:
    text = '; played in the rain\n; [Event "Club night"]\n\n 5 point match\n\n'
    script = parse_mat(text + A_GAME.split("match\n\n")[1])

    assert script.tags == (Tag("", "played in the rain"), Tag("Event", "Club night"))
    assert write_mat(script).startswith(text)


@pytest.mark.parametrize("name", ["#1", ";-)", "# [a", ":dan", '; [Event "Club"]', "Game 1"])
def test_a_name_may_begin_like_a_remark(name: str) -> None:
    names = ByPlayer(name, name)
    game = ScriptGame(1, ByPlayer(0, 0), (), names)
    text = write_mat(Script(names, 5, (), (game, replace(game, number=2))))

    first, second = parse_mat(text).games
    plain = name.replace(":", ";")
    assert first.names == second.names == ByPlayer(plain, plain)


def test_a_remark_may_stand_before_the_names() -> None:
    script = parse_mat(A_GAME.replace(" Game 1\n", " Game 1\n; at 20:15\n\n"))
    assert (script.names, script.tags) == (NAMES, (Tag("", "at 20:15"),))


def test_the_stakes_that_ties_doubled_have_a_tag_of_their_own() -> None:
    script = parse_mat(A_GAME)
    doubled = replace(script, games=(replace(script.games[0], stake=4),))

    assert write_mat(doubled).startswith('; [Automatic Doubles "2"]\n')
    assert parse_mat(write_mat(doubled)).games[0].stake == 4


def test_a_beaver_that_is_played_on_has_been_taken() -> None:
    game = rows("31: 8/5 6/5", "Doubles => 2", "Beavers => 4", "42: 8/4 6/4")
    script = write_script(read_mat(mat(game, length=0)).record)
    text = write_mat(script)

    kinds = [type(entry) for entry in script.games[0].entries]
    assert kinds == [MoveEntry, DoubleEntry, BeaverEntry, TakeEntry, MoveEntry]
    assert "  2)  Beavers => 4               42: 8/4 6/4" in text
    assert "Takes" not in text
    assert '; [Beaver "On"]' in text


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "how long the match is"),
        ("\n\nhello", 3, 1, "how long the match is"),
        (" 5 point match\n", 2, 1, "a game"),
        (" 5 point match\n Alice : 0    Bob : 0", 2, 1, "the next game"),
        (" 5 point match\n Game 1\n Alice    Bob\n", 3, 1, "names and scores"),
        (" 5 point match\n Game 1\n", 3, 1, "names and scores"),
        (A_GAME + "  2) hello", 7, 6, "a throw"),
        (A_GAME + "  2) 67: 24/18", 7, 6, "a throw"),
        (A_GAME + "  2) 65: 24/13 42: 8/4 6/4 11:", 7, 28, "the end of the line"),
        (A_GAME + "  2)  Doubles => two", 7, 7, "a cell"),
        (A_GAME + "      Wins many points", 7, 7, "a cell"),
        (A_GAME + "; Set Pos=-b----E-C---eE---c-e----B-/0", 7, 1, "the usual start"),
        ('; [Variation "NackGammon"]\n' + A_GAME, 1, 15, "the usual start"),
        (A_GAME.replace("5 point", "9999999 point"), 2, 1, "how long the match is"),
        (A_GAME + A_GAME, 8, 2, "a throw"),
    ],
)
def test_a_malformed_match_file_is_refused_with_line_and_column(
    text: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(NotationError, match=expected) as refusal:
        read_mat(text)
    assert (refusal.value.line, refusal.value.at + 1) == (line, column)


@given(st.text() | st.text(alphabet='0123456789:/*() \n\t=>;[]"DoublesTakDrpWinGamebch'))
@example("; [\n 5 point match")
@example(" 5 point match\n Game 1\n : 0  : 0\n 0)11: 25/0\n")
def test_any_text_is_read_or_refused(text: str) -> None:
    for begun in (text, A_GAME + text):
        with suppress(NotationError):
            read_mat(begun)


@given(corrupted_text(st.sampled_from([A_GAME, FROM_XG, MATCH.text[:800], MATCH.text])))
def test_a_spoilt_match_file_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        record = read_mat(text).record
        again = read_mat(write_mat(write_script(record)), record.rulebook).record
        assert again.events == record.events


@pytest.mark.parametrize("begun", ["", A_GAME, " 5 point match\n Game 1\n"])
@pytest.mark.parametrize("piece", GARBAGE)
def test_garbage_is_refused_however_long_it_is(begun: str, piece: str) -> None:
    with suppress(NotationError):
        read_mat(begun + piece * (100_000 // len(piece)) + "x")


@given(
    st.lists(
        st.builds(DoubleEntry, player=players, value=st.none() | st.integers(1, 64))
        | st.builds(TakeEntry, player=players)
        | st.builds(DropEntry, player=players)
        | st.builds(WinEntry, player=players, points=st.integers(0, 9))
    )
)
def test_match_file_keeps_all_entries_of_a_script(
    entries: list[DoubleEntry | TakeEntry | DropEntry | WinEntry],
) -> None:
    game = ScriptGame(1, ByPlayer(0, 0), number_rows(entries), NAMES, stake=1)
    script = Script(NAMES, 5, (), (game,))
    parsed = parse_mat(write_mat(script)).games[0].entries

    unplaced = [replace(entry, line=0, row=0) for entry in entries]
    assert [replace(entry, line=0, row=0) for entry in parsed] == unplaced
