"""A position can be pasted as XGID, GNU id or letters, and its faults are named in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import Colour
from service.records.position_ids import read_board, write_board
from service.web.http.position_check import (
    MAX_TEXT_LENGTH,
    InvalidPosition,
    ValidPosition,
    check_position,
    position_json,
)
from service.words.phrases import ENGLISH, Language, available_languages
from tests.rigs.engine.reference_results import notation_rows

BEGINNING = "-b----E-C---eE---c-e----B-"
XGID = f"XGID={BEGINNING}:0:0:1:31:0:0:0:5:10"
languages = pytest.mark.parametrize("language", available_languages())


def position(text: str, turn: Colour | None = None) -> ValidPosition:
    found = check_position(text, Language("en"), turn)
    assert isinstance(found, ValidPosition), found
    return found


def faults(text: str, language: Language = ENGLISH) -> tuple[str, ...]:
    found = check_position(text, language)
    assert isinstance(found, InvalidPosition), found
    return found.faults


def test_the_capital_letters_of_an_xgid_are_lights() -> None:
    found = position("XGID=--------------aaaaA------A:0:0:-1:00:0:0:0:0:10")

    assert found.board == "--------------aaaaA------A"
    assert found.turn is Colour.DARK


@pytest.mark.parametrize("row", notation_rows()[::9], ids=lambda row: row.id)
def test_every_notation_of_a_moment_is_the_same_position(row) -> None:  # type: ignore[no-untyped-def]
    if row.snapshot.position.winner:
        assert faults(row.xgid) == faults(row.gnu_id) != ()
        return
    by_xgid, by_gnu = position(row.xgid), position(row.gnu_id)

    assert by_xgid.board == by_gnu.board == row.xgid[5:31]
    assert by_xgid.turn is by_gnu.turn
    assert position(by_xgid.board, by_xgid.turn).board == by_xgid.board


def test_dice_and_offers_are_no_part_of_a_position() -> None:
    assert position(XGID).xgid == f"XGID={BEGINNING}:0:0:1:00:0:0:0:5:10"


def test_player_to_throw_can_be_given_with_a_bare_board() -> None:
    assert position(BEGINNING).turn is Colour.LIGHT
    dark = position(f" XGID={BEGINNING} ", Colour.DARK)

    assert dark.turn is Colour.DARK
    assert dark.xgid.split(":")[3] == "-1"
    assert position(dark.gnu_id) == dark


def test_a_position_id_alone_is_seen_by_light() -> None:
    found = position("4HPwATDgc/ABMA")
    assert (found.board, found.turn) == (BEGINNING, Colour.LIGHT)


def test_the_answer_is_plain_data() -> None:
    assert position_json(position(BEGINNING)) == {
        "board": BEGINNING,
        "turn": "light",
        "xgid": f"XGID={BEGINNING}:0:0:1:00:0:0:0:0:10",
        "gnu_id": position(BEGINNING).gnu_id,
        "left_out": False,
    }
    assert position_json(InvalidPosition(("so",))) == {"faults": ["so"]}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["Please give"]),
        ("hello, table", ["letter 6", ", table"]),
        ("4HPwATDgc/AB", ["missing at the end"]),
        (f"{BEGINNING}:0:0", ["missing at the end"]),
        (f"{BEGINNING}:0:0:2:00:0:0:0:0:10", ["letter"]),
        ("x" * (MAX_TEXT_LENGTH + 1), [f"{MAX_TEXT_LENGTH}"]),
        (BEGINNING.replace("E", "F"), ["2 too many of the light checkers"]),
        (f"{BEGINNING[:-1]}A", ["one too many"]),
        (f"A{BEGINNING[1:]}", ["first letter is Dark's bar"]),
        ("-" * 26, ["All checkers of both sides are off."]),
        (f"{'-' * 25}A", ["one side"]),
    ],
)
def test_invalid_position_is_reported_in_words(text: str, parts: list[str]) -> None:
    said = " ".join(faults(text))
    assert all(part in said for part in parts), said


@languages
def test_every_fault_is_reported_at_once(language: Language) -> None:
    assert len(faults(BEGINNING.replace("E", "F").replace("e", "f"), language)) == 2


@languages
@given(text=st.text(max_size=40) | st.text(alphabet="-ABCOPabcop:0123", max_size=60))
def test_any_pasted_text_is_a_position_or_has_faults(text: str, language: Language) -> None:
    found = check_position(text, language)

    if isinstance(found, ValidPosition):
        assert write_board(read_board(found.board)) == found.board
    else:
        assert all(found.faults)
        assert found.faults


@pytest.mark.parametrize(
    ("rest", "says_more"),
    [
        ("0:0:1:00:0:0:0:0:10", False),
        ("0:0:1:31:0:0:0:0:10", True),
        ("1:1:1:00:0:0:0:0:10", True),
        ("0:0:1:00:2:1:0:5:10", True),
    ],
)
def test_ignored_fields_of_an_id_are_reported(rest: str, *, says_more: bool) -> None:
    found = check_position(f"XGID={BEGINNING}:{rest}", Language("en"))

    assert isinstance(found, ValidPosition)
    assert found.left_out is says_more
