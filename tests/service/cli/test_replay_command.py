"""`kibitz replay` judges a journal again, and shows where the result differs."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hardware.signals import GarbledData, Signal
from referee import notices
from referee.effects import ReportVerdict
from referee.state import State
from referee.step import StepResult, step
from service.storage.journal_reader import read_journal
from service.storage.journal_tables import crc_of
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.referee.sample_notices import example_notice
from tests.rigs.storage.example_journals import filled_journal
from tests.rigs.tables.table_in_memory import HandsAtTable, record_evening


def signals(journal: Path) -> int:
    return sum(len(match.entries) for match in read_journal(journal))


def test_the_same_program_always_judges_alike(shell: CommandShell, journal: Path) -> None:
    result = shell.kibitz("replay", str(journal))

    assert result.output == f"same verdicts: {signals(journal)} signals\n"
    assert result.exit_code == 0


def test_one_match_can_be_judged_by_itself(shell: CommandShell, journal: Path) -> None:
    second = list(read_journal(journal))[1]

    result = shell.kibitz("replay", str(journal), "--match", "2")

    assert result.output == f"same verdicts: {len(second.entries)} signals\n"


def test_account_tells_each_match_before_the_comparison(shell: CommandShell, journal: Path) -> None:
    result = shell.kibitz("replay", str(journal), "--account")

    first, second, same = result.output.split("\n\n")
    assert first.startswith("Match 1 of ")
    assert "Alice plays " in first
    assert " wins the match " in first
    assert second.startswith("Match 2 of ")
    assert same == shell.kibitz("replay", str(journal)).output
    assert result.exit_code == 0


def test_the_first_signal_that_is_judged_differently_is_shown(
    shell: CommandShell, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stricter(state: State, signal: Signal) -> StepResult:
        result = step(state, signal)
        other = (
            example_notice(notices.WhichPlay) if isinstance(effect, ReportVerdict) else effect
            for effect in result.effects
        )
        return StepResult(result.state, tuple(other))

    monkeypatch.setattr("service.storage.journal_replay.step", stricter)
    result = shell.kibitz("replay", str(journal))

    head, signal, *effects, summary = result.output.splitlines()
    assert result.exit_code == 1
    assert head.startswith("Match 1, signal ")
    assert "is judged differently now" in head
    assert signal.startswith('  signal: {"is":')
    assert any(line.startswith('  then: {"is": "Judged"') for line in effects)
    assert any(line.startswith("  now: ") and '"NoticeWhich"' in line for line in effects)
    assert f"of {signals(journal)} signals are judged differently" in summary


def test_a_signal_that_cannot_be_judged_is_a_difference(
    shell: CommandShell, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_state: State, _signal: Signal) -> StepResult:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("service.storage.journal_replay.step", broken)
    result = shell.kibitz("replay", str(journal))

    assert result.exit_code == 1
    assert "ZeroDivisionError('a bug')" in result.output


def test_a_signal_without_a_decision_is_no_difference(shell: CommandShell) -> None:
    async def cut(seated: HandsAtTable) -> None:
        seated.table._journal.decide = lambda *_decision: None  # type: ignore[method-assign]
        seated.dice().roll(3, 1)
        await seated.pass_seconds(1)

    result = shell.kibitz("replay", str(record_evening(shell.folder, cut)))

    assert result.exit_code == 0
    assert "2 signals have no recorded decision." in result.output


def test_file_that_is_no_journal_cannot_be_replayed(shell: CommandShell) -> None:
    (shell.folder / "letter.txt").write_text("Dear Alice", encoding="utf-8")

    for path in ("letter.txt", "nowhere"):
        result = shell.kibitz("replay", path)
        assert result.exit_code == 2
        assert result.output.startswith("Error: ")


def test_a_match_that_is_not_there_cannot_be_replayed(shell: CommandShell, journal: Path) -> None:
    assert shell.kibitz("replay", str(journal), "--match", "9").exit_code == 2


def test_a_damaged_journal_is_replayed_as_far_as_it_goes(
    shell: CommandShell, journal: Path
) -> None:
    content = journal.read_bytes()
    at = content.rindex(b'"is":"TimeCame"')
    damaged = shell.folder / "damaged.journal"
    damaged.write_bytes(content[:at] + b'"is":"TimeLost"' + content[at + 15 :])

    result = shell.kibitz("replay", str(damaged))

    assert result.exit_code == 2
    assert "same verdicts" in result.output
    assert "breaks off" in result.output


def test_journal_content_cannot_control_the_terminal(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.refereed_table", logging.WARNING, "invalid signal")
    steering = "\x1b\x7f\x9b2J"

    async def send_garbled_data(seated: HandsAtTable) -> None:
        seated.table.submit(GarbledData("page", seated.clock.now(), steering))
        await seated.pass_seconds(1)

    def deaf(state: State, signal: Signal) -> StepResult:
        return StepResult(state) if isinstance(signal, GarbledData) else step(state, signal)

    path = record_evening(shell.folder, send_garbled_data)
    monkeypatch.setattr("service.storage.journal_replay.step", deaf)
    result = shell.kibitz("replay", str(path))

    assert result.exit_code == 1
    assert "2J" in result.output
    assert not {letter for letter in result.output if not letter.isprintable()} - {"\n"}


def test_unknown_journal_content_cannot_control_the_terminal(shell: CommandShell) -> None:
    path = shell.folder / "club"
    filled_journal(path, 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        values = (1, 1, "now", '{"is":"Garbled","source":"x","at":1,"what":"","\x9b2J":1}')
        connection.execute(
            "UPDATE signal SET kept = ?, signal = ?, crc = ?", (*values[2:], crc_of(values))
        )
    result = shell.kibitz("replay", str(path))

    assert "a newer Kibitz" in result.output
    assert "\x9b" not in result.output


@pytest.mark.parametrize(
    ("decision", "then"),
    [
        ("zork", "then: zork"), ("5", "then: 5"), ('"abc"', 'then: "abc"'),
        ("[" * 90_000, "then: [[["), ('[{"is":"Flying"}]', "written by a newer Kibitz"),
    ],
)  # fmt: skip
def test_decision_that_cannot_be_read_is_a_difference(
    shell: CommandShell, decision: str, then: str
) -> None:
    path = shell.folder / "club"
    filled_journal(path, 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE decision SET effects = ?, crc = ?", (decision, crc_of((1, decision)))
        )
    result = shell.kibitz("replay", str(path))

    assert result.exit_code == 1
    assert then in result.output
    assert len(result.output) < 2000


def make_newer(path: Path, number: int) -> None:
    """Gives the settings of a match a field that this version does not know."""
    with closing(sqlite3.connect(path)) as connection, connection:
        (row,) = connection.execute("SELECT * FROM match WHERE number = ?", (number,))
        *values, settings, _crc = row
        newer = '{"handicap":true,' + settings[1:]
        crc = crc_of((*values, newer))
        connection.execute(
            "UPDATE match SET settings = ?, crc = ? WHERE number = ?", (newer, crc, number)
        )


@pytest.mark.parametrize("newer", [1, 2])
def test_match_of_a_newer_version_hides_no_other(shell: CommandShell, newer: int) -> None:
    path = shell.folder / "club"
    filled_journal(path, 1, 1)
    make_newer(path, newer)
    result = shell.kibitz("replay", str(path))

    assert result.exit_code == 2
    assert f"Match {3 - newer}, signal {3 - newer}, " in result.output
    assert f"match {newer} was written by a newer Kibitz" in result.output


def test_match_of_a_newer_version_is_named_once_in_a_damaged_journal(shell: CommandShell) -> None:
    path = shell.folder / "club"
    filled_journal(path, 1, 400)
    make_newer(path, 1)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 9 // 10])
    result = shell.kibitz("replay", str(path))

    assert result.exit_code == 2
    assert "is damaged" in result.output
    assert result.output.count(f"{path}: match 1 was written by a newer Kibitz") == 1
    assert result.output.count("match 1 was written") == 1


@pytest.mark.parametrize(("language", "said"), [("en", "is damaged"), ("fr", "est endommagé")])
def test_intact_part_of_a_truncated_journal_is_replayed(
    shell: CommandShell, journal: Path, language: str, said: str
) -> None:
    whole = journal.read_bytes()
    path = shell.folder / "cut.journal"
    path.write_bytes(whole[: len(whole) * 9 // 10])
    cut = path.read_bytes()
    result = shell.kibitz("replay", str(path), "--language", language)

    assert result.exit_code == 2
    assert result.stdout
    assert not result.stdout.startswith(("same verdicts: 0 ", "mêmes verdicts : 0 "))
    assert said in result.stderr
    assert str(path) in result.stderr
    assert path.read_bytes() == cut
    assert [file.name for file in shell.folder.iterdir()] == ["cut.journal"]


def test_a_journal_of_which_nothing_is_intact_cannot_be_replayed(shell: CommandShell) -> None:
    path = shell.folder / "club"
    filled_journal(path, 40)
    path.write_bytes(path.read_bytes()[:4096])
    result = shell.kibitz("replay", str(path))

    assert result.exit_code == 2
    assert result.output == f"Error: {path} is damaged, and cannot be read.\n"
    assert shell.kibitz("replay", str(path), "--match", "2").exit_code == 2
