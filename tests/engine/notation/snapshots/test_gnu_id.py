"""The IDs of GNU Backgammon say what gnubg says, and nothing else is taken for one."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.backgammon.game.scoring import Cube
from engine.backgammon.notation.snapshots.gnu_id import gnu_id, match_id, parse_gnu_id, position_id
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.position import START, Position, Setup
from engine.players import ByPlayer, Player
from engine.scanner import NotationError
from tests.rigs.engine.random_positions import corrupted_text, positions, snapshots
from tests.rigs.engine.reference_results import notation_rows

START_ID = "4HPwATDgc/ABMA"
TWO_TO_THROW = "cAkAAAAAAAAA"


def test_every_moment_of_the_oracles_is_read() -> None:
    for row in notation_rows():
        assert parse_gnu_id(row.position_id).position == row.snapshot.position, row.id
        assert parse_gnu_id(row.gnu_id) == row.snapshot, row.id


def test_every_moment_of_the_oracles_is_written() -> None:
    for row in notation_rows():
        assert position_id(row.snapshot.position) == row.position_id, row.id
        assert match_id(row.snapshot) == row.match_id, row.id
        assert gnu_id(row.snapshot) == row.gnu_id, row.id


def test_waiting_double_is_preserved_and_seen_by_the_player_who_doubled() -> None:
    doubles = [row for row in notation_rows() if row.kind == "double"]
    assert len(doubles) == 28
    for row in doubles:
        assert parse_gnu_id(row.gnu_id).doubled, row.id
        calm = replace(row.snapshot, doubled=False)
        assert position_id(calm.position) == row.position_id, row.id
        assert match_id(calm) != row.match_id, row.id


def test_both_sides_see_the_same_start() -> None:
    assert position_id(START) == position_id(START.mirrored) == START_ID


@given(positions())
def test_every_position_comes_back_from_its_id(position: Position) -> None:
    assert parse_gnu_id(position_id(position)).position == position


@given(snapshots())
def test_every_moment_comes_back_from_its_ids_except_for_beavers(snapshot: Snapshot) -> None:
    assert parse_gnu_id(gnu_id(snapshot)) == replace(snapshot, beavers=False)


def test_a_position_id_alone_is_the_bottom_player_on_roll_for_stakes() -> None:
    assert parse_gnu_id(START_ID) == Snapshot(START, Player.TWO)


def test_space_around_the_ids_is_no_fault() -> None:
    assert parse_gnu_id(f"  {START_ID}\n").position == START
    assert parse_gnu_id(f"\t{START_ID}:{TWO_TO_THROW} ").position == START


# What gnubg 1.07 itself showed after `double`, `beaver` and `resign` from the start for stakes.
@pytest.mark.parametrize(
    ("text", "moment"),
    [
        (TWO_TO_THROW, Snapshot(START, Player.TWO, jacoby=True)),
        ("cBEAAAAAAAAA", Snapshot(START, Player.TWO, doubled=True, jacoby=True)),
        (
            "QRkAAAAAAAAA",
            Snapshot(START, Player.TWO, doubled=True, cube=Cube(2, Player.ONE), jacoby=True),
        ),
        ("MCkAAAAAAAAA", Snapshot(START, Player.ONE, resigning=1, jacoby=True)),
        ("cFmgAAAAAAAA", Snapshot(START, Player.TWO, None, True, 2, length=5, jacoby=True)),
    ],
)
def test_an_offer_passes_the_decision_on(text: str, moment: Snapshot) -> None:
    assert match_id(moment) == text
    assert parse_gnu_id(f"{START_ID}:{text}") == moment


def test_finished_game_reads_as_over() -> None:
    won = Snapshot(Setup.of({0: 15}, {1: 15}).position(), Player.ONE)
    playing = Snapshot(START, Player.ONE)
    assert match_id(won) != match_id(playing)
    assert parse_gnu_id(gnu_id(won)) == won


@pytest.mark.parametrize(
    ("moment", "what"),
    [
        (Snapshot(START, Player.ONE, cube=Cube(1 << 16)), "16 as its cube"),
        (Snapshot(START, Player.ONE, length=40_000), "40000 as its length"),
        (Snapshot(START, Player.ONE, score=ByPlayer(0, -1)), "-1 as its score_of_two"),
    ],
)
def test_a_number_too_large_for_a_match_id_is_refused(moment: Snapshot, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        match_id(moment)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "a Position ID: 14 letters"),
        ("4HPwATDgc/AB", 12, "a Position ID: 14 letters"),
        ("4HPwATDgc/ABMAA", 14, "the end of the text"),
        ("4HPw?TDgc/ABMA", 4, "a Position ID: 14 letters"),
        ("4HPwéTDgc/ABMA", 4, "a Position ID: 14 letters"),
        ("4HPwATDgc/ABMB", 13, "ends in A, Q, g or w"),
        ("AAAAAAAAAAAAAA", 0, "both finished"),
        ("//8/AAAAAAAAAA", 0, "too many by 7 of the other"),
        ("AQAAAAAAAAAAAQ", 0, "not more"),
        (f"{START_ID}:", 15, "a Match ID: 12 letters"),
        (f"{START_ID}:{TWO_TO_THROW}A", 27, "the end of the text"),
        (f"{START_ID}:IAEAAAAAAAAA", 15, "an unknown owner of the cube"),
        (f"{START_ID}:cAsAAAAAAAAA", 15, "a game that was given up"),
        (f"{START_ID}:cAEAAAAAAAAA", 15, "the other player is to decide"),
        (f"{START_ID}:cAkEAAAAAAAA", 15, "the dice 0 and 1"),
        (f"{START_ID}:cAkAAAAAAACA", 15, "bits after the last one"),
        (f"{START_ID}:8AkAAAAAAAAA", 15, "a Crawford game outside a match"),
        (f"{START_ID}:cJEEAAAAAAAA", 15, "dice to play during a double"),
        (f"{START_ID}:QRmgAAAAAAAA", 15, "who does not own the cube"),
        (f"{START_ID}:sBmgAEAAAAAE", 15, "a double in the Crawford game"),
    ],
)
def test_error_names_the_expectation_and_the_place(text: str, at: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as refused:
        parse_gnu_id(text)
    assert refused.value.at == at


@given(st.text() | corrupted_text(snapshots().map(gnu_id)))
@example("\ud800" * 14)
@example("9" * 5000)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        parse_gnu_id(text)
