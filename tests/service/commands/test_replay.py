"""A journal judged again says the same, or where it does not."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hardware.signals import Garbled, Signal
from referee.effects import Judged, Notice, What
from referee.state import State
from referee.step import Step, step
from service.journal.pages import crc_of
from service.journal.reading import read_journal
from tests.rigs.commands import Shell
from tests.rigs.journals import filled
from tests.rigs.kept_evenings import kept_evening, two_matches
from tests.rigs.logs import LogWatch
from tests.rigs.tables import Sitting


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept_evening(tmp_path_factory.mktemp("evening"), two_matches)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, monkeypatch)


def signals(journal: Path) -> int:
    return sum(len(match.entries) for match in read_journal(journal))


def test_the_same_program_always_judges_alike(shell: Shell, journal: Path) -> None:
    result = shell.kibitz("replay", str(journal))

    assert result.output == f"same verdicts: {signals(journal)} signals\n"
    assert result.exit_code == 0


def test_one_match_can_be_judged_by_itself(shell: Shell, journal: Path) -> None:
    second = list(read_journal(journal))[1]

    result = shell.kibitz("replay", str(journal), "--match", "2")

    assert result.output == f"same verdicts: {len(second.entries)} signals\n"


def test_the_first_signal_that_is_judged_differently_is_shown(
    shell: Shell, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stricter(state: State, signal: Signal) -> Step:
        result = step(state, signal)
        other = (
            Notice(What.WHICH) if isinstance(effect, Judged) else effect
            for effect in result.effects
        )
        return Step(result.state, tuple(other))

    monkeypatch.setattr("service.tables.resuming.step", stricter)
    result = shell.kibitz("replay", str(journal))

    head, signal, *effects, sum_up = result.output.splitlines()
    assert result.exit_code == 1
    assert head.startswith("Match 1, signal ")
    assert "is judged differently now" in head
    assert signal.startswith('  signal: {"is":')
    assert any(line.startswith('  then: {"is": "Judged"') for line in effects)
    assert any(line.startswith("  now: ") and '"which"' in line for line in effects)
    assert f"of {signals(journal)} signals are judged differently" in sum_up


def test_a_signal_that_cannot_be_judged_is_a_difference(
    shell: Shell, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_state: State, _signal: Signal) -> Step:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("service.tables.resuming.step", broken)
    result = shell.kibitz("replay", str(journal))

    assert result.exit_code == 1
    assert "ZeroDivisionError('a bug')" in result.output


def test_a_signal_without_a_decision_is_no_difference(shell: Shell, tmp_path: Path) -> None:
    async def cut(seated: Sitting) -> None:
        seated.table._journal.decide = lambda *_decision: None  # type: ignore[method-assign]
        seated.dice().roll(3, 1)
        await seated.passes(1)

    result = shell.kibitz("replay", str(kept_evening(tmp_path, cut)))

    assert result.exit_code == 0
    assert "2 signals have no decision beside them." in result.output


def test_what_is_no_journal_cannot_be_replayed(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Alice", encoding="utf-8")

    for path in ("letter.txt", "nowhere"):
        result = shell.kibitz("replay", path)
        assert result.exit_code == 2
        assert result.output.startswith("Error: ")


def test_a_match_that_is_not_there_cannot_be_replayed(shell: Shell, journal: Path) -> None:
    assert shell.kibitz("replay", str(journal), "--match", "9").exit_code == 2


def test_a_damaged_journal_is_replayed_as_far_as_it_goes(
    shell: Shell, journal: Path, tmp_path: Path
) -> None:
    content = journal.read_bytes()
    at = content.rindex(b'"is":"TimeCame"')
    damaged = tmp_path / "damaged.journal"
    damaged.write_bytes(content[:at] + b'"is":"TimeLost"' + content[at + 15 :])

    result = shell.kibitz("replay", str(damaged))

    assert result.exit_code == 2
    assert "same verdicts" in result.output
    assert "breaks off" in result.output


def test_what_a_journal_holds_does_not_steer_the_terminal(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.table", logging.WARNING, "makes no sense")
    steering = "\x1b\x7f\x9b2J"

    async def rule(seated: Sitting) -> None:
        seated.table.say(Garbled("page", seated.clock.now(), steering))
        await seated.passes(1)

    def deaf(state: State, signal: Signal) -> Step:
        return Step(state) if isinstance(signal, Garbled) else step(state, signal)

    path = kept_evening(shell.folder, rule)
    monkeypatch.setattr("service.tables.resuming.step", deaf)
    result = shell.kibitz("replay", str(path))

    assert result.exit_code == 1
    assert "2J" in result.output
    assert not {letter for letter in result.output if not letter.isprintable()} - {"\n"}


def test_what_is_not_understood_in_a_journal_does_not_steer_the_terminal(shell: Shell) -> None:
    path = shell.folder / "club"
    filled(path, 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        values = (1, 1, "now", '{"is":"Garbled","source":"x","at":1,"what":"","\x9b2J":1}')
        connection.execute(
            "UPDATE signal SET kept = ?, signal = ?, crc = ?", (*values[2:], crc_of(values))
        )
    result = shell.kibitz("replay", str(path))

    assert "is not understood" in result.output
    assert "\x9b" not in result.output


@pytest.mark.parametrize(("language", "said"), [("en", "is damaged"), ("fr", "est endommagé")])
def test_what_is_intact_of_a_journal_that_was_cut_short_is_replayed(
    shell: Shell, journal: Path, language: str, said: str
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


def test_a_journal_of_which_nothing_is_intact_cannot_be_replayed(shell: Shell) -> None:
    path = shell.folder / "club"
    filled(path, 40)
    path.write_bytes(path.read_bytes()[:4096])
    result = shell.kibitz("replay", str(path))

    assert result.exit_code == 2
    assert result.output == f"Error: {path} is damaged, and cannot be read.\n"
    assert shell.kibitz("replay", str(path), "--match", "2").exit_code == 2
