"""`kibitz position`: all there is to say about a position."""

import json
from dataclasses import replace

import pytest

from engine.backgammon.notation.snapshots.gnu_id import gnu_id
from engine.backgammon.notation.snapshots.xgid import parse_xgid
from tests.rigs.engine.reference_results import notation_rows
from tests.rigs.environment.command_shell import CommandShell

START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


def test_position_is_drawn_counted_and_written_in_every_notation(shell: CommandShell) -> None:
    output = shell.kibitz("position", START_XGID).output
    assert "+13-14-15-16-17-18-" in output
    assert "167" in output
    for identity in (START_XGID, "4HPwATDgc/ABMA", "cImlAAAAAAAE"):
        assert identity in output
    assert "  8/5 6/5\n" in output


def test_the_plays_of_any_throw_can_be_asked_for(shell: CommandShell) -> None:
    output = shell.kibitz("position", "4HPwATDgc/ABMA", "--dice", "66").output
    assert "with 66" in output
    assert "24/18(2) 13/7(2)" in output


@pytest.mark.parametrize("row", notation_rows()[::40], ids=lambda row: row.id)
def test_every_notation_of_a_moment_gives_the_same_json(shell, row) -> None:  # type: ignore[no-untyped-def]
    for identity in (row.xgid, row.gnu_id):
        values = json.loads(shell.kibitz("position", identity, "--json").output)
        assert tuple(values["position"]) == row.snapshot.position.counts
        assert values["position_id"] == row.position_id
        assert values["match_id"] == row.match_id


@pytest.mark.parametrize(
    "identity",
    ["", "nonsense", "XGID=", "XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:5:10", "é" * 40],
)
def test_invalid_position_gives_one_message_and_exit_code_2(
    shell: CommandShell, identity: str
) -> None:
    result = shell.kibitz("position", identity)
    assert result.exit_code == 2
    assert result.output.startswith("Error: ")
    assert "\n" not in result.output.strip()


@pytest.mark.parametrize(
    ("identity", "said"),
    [
        ("non-sense", "it makes no sense from character 4 on ('-sense')"),
        ("XGID=abc", "something is missing at the end"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:5:10", "from character 39 on ('71:0:"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:R:0:0:0:5:10", "contradicts itself"),
        ("4HPwATDgc/ABM", "something is missing at the end"),
        ("XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:3:10", "each side has fifteen"),
    ],
)
def test_refusal_says_where_a_position_goes_wrong(
    shell: CommandShell, identity: str, said: str
) -> None:
    assert said in shell.kibitz("position", identity).output


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("00", "X is on roll.\n"),
        ("31", "X is to play 3 and 1.\n"),
        ("D", "O must answer a double.\n"),
    ],
)
def test_player_to_act_is_named_with_the_act(shell: CommandShell, field: str, said: str) -> None:
    identity = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{field}:0:0:0:5:10"
    assert said in shell.kibitz("position", identity).output


def test_player_who_must_answer_a_resignation_is_named(shell: CommandShell) -> None:
    resigned = replace(parse_xgid(START_XGID), dice=None, resigning=1)
    output = shell.kibitz("position", gnu_id(resigned)).output
    assert "O must answer a resignation.\n" in output


def test_a_game_that_is_over_has_no_plays(shell: CommandShell) -> None:
    over = f"XGID=-----A{'-' * 20}:0:0:1:31:0:0:0:5:10"
    assert json.loads(shell.kibitz("position", over, "--json").output)["plays"] == []
    text = shell.kibitz("position", over).output
    assert "The game is over: O has borne off all checkers.\n" in text
    assert "legal play" not in text


def test_invalid_dice_are_refused(shell: CommandShell) -> None:
    result = shell.kibitz("position", START_XGID, "--dice", "70")
    assert result.exit_code == 2
    assert "dice are two numbers from 1 to 6" in result.output
