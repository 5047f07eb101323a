"""An XGID says what the oracles say, and nothing else is taken for one."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.game.scoring import Cube
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.notation.snapshots.xgid import parse_xgid, xgid
from engine.backgammon.position import START, Setup
from engine.players import ByPlayer, Player
from engine.scanner import NotationError
from tests.rigs.engine.random_positions import corrupted_text, snapshots
from tests.rigs.engine.reference_results import notation_rows

BOARD = "-b----E-C---eE---c-e----B-"


def test_every_moment_of_the_oracles_is_read() -> None:
    for row in notation_rows():
        assert parse_xgid(row.xgid) == row.snapshot, row.id


def test_every_moment_of_the_oracles_is_written() -> None:
    for row in notation_rows():
        assert xgid(row.snapshot) == row.xgid, row.id


def test_a_waiting_double_is_a_letter_instead_of_dice() -> None:
    for row in notation_rows():
        assert (row.xgid.split(":")[4] == "D") == row.snapshot.doubled, row.id


@given(snapshots())
def test_every_moment_comes_back_from_its_xgid_except_for_a_resignation(snapshot: Snapshot) -> None:
    """The rules of play for stakes do not come back in a match either."""
    expected_snapshot = replace(
        snapshot,
        resigning=0,
        jacoby=snapshot.jacoby and not snapshot.length,
        beavers=snapshot.beavers and not snapshot.length,
    )
    assert parse_xgid(xgid(snapshot)) == expected_snapshot


def test_board_is_written_as_the_bottom_player_sees_it() -> None:
    position = Setup.of({25: 1, 6: 14}, {25: 2, 3: 13}).position()
    below = "b-----N---------------m--A"
    above = "a--M---------------n-----B"
    assert xgid(Snapshot(position, Player.TWO)) == f"XGID={below}:0:0:1:00:0:0:0:0:10"
    assert xgid(Snapshot(position, Player.ONE)) == f"XGID={above}:0:0:-1:00:0:0:0:0:10"


def test_the_prefix_and_space_around_are_optional() -> None:
    rest = f"{BOARD}:1:-1:1:63:3:0:0:5:10"
    read = parse_xgid(rest)
    assert read == parse_xgid(f" XGID={rest}\n") == parse_xgid(f"xgid={rest}")
    assert read == Snapshot(
        START,
        Player.TWO,
        Dice(6, 3),
        cube=Cube(2, Player.ONE),
        score=ByPlayer(one=0, two=3),
        length=5,
    )


def test_dice_are_read_in_any_order() -> None:
    rolled = parse_xgid(f"{BOARD}:0:0:1:36:0:0:0:0:10")
    assert rolled.dice == Dice(6, 3)
    assert ":63:" in xgid(rolled)


@pytest.mark.parametrize(
    ("rules", "jacoby", "beavers"),
    [(0, False, False), (1, True, False), (2, False, True), (3, True, True)],
)
def test_rules_of_play_for_stakes_are_read(rules: int, *, jacoby: bool, beavers: bool) -> None:
    read = parse_xgid(f"{BOARD}:0:0:1:00:0:0:{rules}:0:10")
    assert (read.jacoby, read.beavers, read.crawford) == (jacoby, beavers, False)


def test_crawford_game_of_a_match_is_read() -> None:
    read = parse_xgid(f"{BOARD}:0:0:1:00:4:0:1:5:10")
    assert (read.jacoby, read.beavers, read.crawford) == (False, False, True)


@pytest.mark.parametrize(
    ("cube", "action", "meant"),
    [
        ("1:1", "D", Cube(2, Player.TWO)),
        ("1:-1", "B", Cube(2, Player.ONE)),
        ("0:0", "B", Cube(2, Player.ONE)),
        ("2:-1", "R", Cube(4, Player.TWO)),
    ],
)
def test_offer_is_read_with_the_cube_as_it_is_meanwhile(
    cube: str, action: str, meant: Cube
) -> None:
    """A beaver waits for the player who doubled; a raccoon is a double by the owner of the cube."""
    read = parse_xgid(f"{BOARD}:{cube}:1:{action}:0:0:2:0:10")
    assert read == Snapshot(START, Player.TWO, doubled=True, cube=meant, beavers=True)
    assert parse_xgid(xgid(read)) == read


def test_a_cube_above_the_usual_top_raises_the_top_in_its_xgid() -> None:
    high = Snapshot(START, Player.ONE, cube=Cube(1 << 12))
    assert xgid(high).endswith(":12")
    assert parse_xgid(xgid(high)) == high


@pytest.mark.parametrize(
    "moment",
    [
        Snapshot(START, Player.ONE, cube=Cube(1 << 16)),
        Snapshot(START, Player.ONE, length=40_000),
        Snapshot(START, Player.ONE, score=ByPlayer(0, -1)),
    ],
)
def test_a_number_too_large_for_an_xgid_is_refused(moment: Snapshot) -> None:
    with pytest.raises(ValueError, match="no room"):
        xgid(moment)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "the board: - or a small letter, for the bar above"),
        ("XGID=", 5, "the board: - or a small letter"),
        ("A" + BOARD[1:], 0, "a small letter"),
        (BOARD[:-1] + "a", 25, "a capital letter"),
        ("-b--q-E-C---eE---c-e----B-", 4, "a letter from A to P"),
        ("-b----E-C---eE---c-e----B", 25, "a capital letter"),
        (BOARD + "-", 26, "a colon"),
        (BOARD, 26, "a colon"),
        (f"{BOARD}:16:0:1:00:0:0:0:0:10", 27, "how often the stake was doubled, at most 15"),
        (f"{BOARD}:0:2:1:00:0:0:0:0:10", 29, "the owner of the cube: 0, 1, -1"),
        (f"{BOARD}:0:0:0:00:0:0:0:0:10", 31, "the player on roll: 1, -1"),
        (f"{BOARD}:0:0:1:07:0:0:0:0:10", 33, "00, two dice, D, B or R"),
        (f"{BOARD}:0:0:1:00:x:0:0:0:10", 36, "the score of the player below"),
        (f"{BOARD}:0:0:1:00:0:-1:0:0:10", 38, "the score of the player above"),
        (f"{BOARD}:0:0:1:00:0:0:4:0:10", 40, "the rules, at most 3"),
        (f"{BOARD}:0:0:1:00:0:0:0:99999:10", 42, "the length of the match, at most 32767"),
        (f"{BOARD}:0:0:1:00:0:0:0:0", 43, "a colon"),
        (f"{BOARD}:0:0:1:00:0:0:0:0:10:0", 46, "the end of the text"),
        (f"{BOARD}:0:0:1:00:0:0:2:5:10", 0, "rules that no match has"),
        (f"{BOARD}:1:-1:1:B:0:0:0:5:10", 0, "a beaver in a match"),
        (f"{BOARD}:0:0:1:D:4:0:1:5:10", 0, "a double in the Crawford game"),
        (f"{BOARD}:1:-1:1:D:0:0:0:0:10", 0, "who does not own the cube"),
        (f"XGID=-c{BOARD[2:]}:0:0:1:00:0:0:0:0:10", 5, "too many by 1 of the other"),
        (f"-P{'-' * 24}:0:0:1:00:0:0:0:0:10", 0, "too many by 1 of the mover"),
        (f"{'-' * 26}:0:0:1:00:0:0:0:0:10", 0, "both finished"),
    ],
)
def test_error_names_the_expectation_and_the_place(text: str, at: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as refused:
        parse_xgid(text)
    assert refused.value.at == at


@given(st.text() | corrupted_text(snapshots().map(xgid)))
@example("XGID=" + "9" * 5000)
@example("XGİD=" + BOARD)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        parse_xgid(text)
