"""A match of a journal is exported for other programs, and never over another file."""

import asyncio
import errno
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.game.events import Play
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.sgf import read_sgf
from engine.backgammon.rulebook import GRAVES, TRICTRAC
from engine.players import ByPlayer
from hardware.checkers import point
from referee.match_settings import MONEY_PROFILE
from referee.step import StepResult
from service.cli.record_commands import split_match
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedHallOptions
from service.records.stored_matches import record_of_match
from service.storage.journal_reader import read_match
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.storage.example_journals import SETTINGS, filled_journal, repeatable_journal
from tests.rigs.tables.table_in_memory import HandsAtTable, random_record, record_evening

TABLE = Setup(names=("Alice", "Bob"), length=3, board=SimulatedHallOptions())
STAKES = replace(TABLE, referee=MONEY_PROFILE)


@pytest.fixture(scope="module")
def illegal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_evening(tmp_path_factory.mktemp("illegal"), stand_illegally, STAKES)


async def stand_illegally(seated: HandsAtTable) -> None:
    """Light plays 31 as if it were 42, and Dark throws: it stands."""
    seated.dice().roll(3, 1)
    await seated.pass_seconds(1)
    for source, target in ((point(8), point(4)), (point(6), point(4))):
        colour = seated.checkers.lift(source)
        seated.checkers.put(target, colour)
        await seated.pass_seconds(1)
    seated.dice().lift()
    await seated.pass_seconds(1)
    seated.dice().roll(6, 5)
    await seated.pass_seconds(1)


def test_export_contains_the_match_as_played(shell: CommandShell, journal: Path) -> None:
    result = shell.kibitz("export", f"{journal}#1")

    reading = read_mat(result.stdout)
    assert result.exit_code == 0
    assert not reading.faults
    plays = [event for event in reading.record.events if isinstance(event, Play)]
    assert plays == [event for event in random_record().events if isinstance(event, Play)]
    assert reading.record.names == random_record().names


def test_sgf_has_the_same_events_as_mat(shell: CommandShell, journal: Path) -> None:
    mat = shell.kibitz("export", f"{journal}#1", "--format", "mat")
    sgf = shell.kibitz("export", f"{journal}#1", "--format", "sgf")

    assert read_sgf(sgf.stdout).record.events == read_mat(mat.stdout).record.events


def test_every_event_of_the_evening_is_in_the_record(journal: Path) -> None:
    found = record_of_match(read_match(journal, 1))

    assert found.record.events == random_record().events
    assert found.record.final.winner is random_record().final.winner


def test_the_last_match_is_written_as_far_as_it_got(shell: CommandShell, journal: Path) -> None:
    result = shell.kibitz("export", str(journal))

    assert "31:" in result.stdout
    assert result.stdout.count("Game") == 1
    assert "up to its last turn" in result.stderr


def test_an_illegal_play_that_stood_is_marked_in_a_text(shell: CommandShell, illegal: Path) -> None:
    result = shell.kibitz("export", str(illegal), "--format", "text")

    assert "31: Illegal play (8/4 6/4)" in result.stdout
    assert "illegal" not in result.stderr


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_format_without_a_mark_for_illegal_plays_reports_that_they_stood(
    shell: CommandShell, illegal: Path, form: str
) -> None:
    result = shell.kibitz("export", str(illegal), "--format", form)

    assert "1 illegal play stood." in result.stderr
    assert result.exit_code == 0
    if form == "mat":
        assert "31: 8/4 6/4" in result.stdout


async def tie(seated: HandsAtTable) -> None:
    """A tie in the opening doubles the stake; the throw after it decides who begins."""
    await throw(seated, 4, 4)
    await throw(seated, 3, 1)


async def cock_a_die(seated: HandsAtTable) -> None:
    """One die of the opening throw comes to rest on the rim, so both are thrown again."""
    seated.dice().start_rolling()
    await seated.pass_seconds(1)
    seated.dice().cock()
    await seated.pass_seconds(1)
    await throw(seated, 6, 4)


LONG = replace(TABLE, rules=GRAVES)
DOUBLING = replace(TABLE, length=0, rules=TRICTRAC)


@pytest.mark.parametrize(("form", "warns"), [("mat", True), ("text", True), ("sgf", False)])
def test_automatic_double_is_reported_where_the_format_cannot_express_it(
    shell: CommandShell, form: str, *, warns: bool
) -> None:
    path = record_evening(shell.folder, tie, DOUBLING)

    result = shell.kibitz("export", str(path), "--format", form)

    reading = (read_sgf if form == "sgf" else read_mat)(result.stdout, TRICTRAC)
    assert ("In game 1 equal opening numbers doubled the stake." in result.stderr) == warns
    assert reading.record.final.game.cube.value == 2
    assert result.exit_code == 0


@pytest.mark.parametrize("form", ["mat", "text", "sgf"])
def test_throw_that_did_not_count_is_reported(shell: CommandShell, form: str) -> None:
    path = record_evening(shell.folder, cock_a_die, TABLE)

    result = shell.kibitz("export", str(path), "--format", form)

    assert "1 throw did not count and was thrown again" in result.stderr


@pytest.mark.parametrize(("length", "warns"), [(64, False), (65, True)])
@pytest.mark.parametrize("form", ["mat", "text", "sgf"])
def test_match_that_is_too_long_for_other_programs_is_reported(
    shell: CommandShell, form: str, length: int, *, warns: bool
) -> None:
    path = record_evening(shell.folder, stand_illegally, replace(LONG, length=length))

    result = shell.kibitz("export", str(path), "--format", form)

    assert (f"The match goes to {length} points" in result.stderr) == warns


def test_ordinary_match_has_no_remarks(shell: CommandShell, journal: Path) -> None:
    assert not shell.kibitz("export", f"{journal}#1").stderr


def test_a_file_is_written_whole_and_never_over_another(shell: CommandShell, journal: Path) -> None:
    first = shell.kibitz("export", f"{journal}#1", "--output", "ours.mat")
    again = shell.kibitz("export", f"{journal}#1", "--output", "ours.mat")

    written = (shell.folder / "ours.mat").read_text(encoding="utf-8")
    assert first.stdout == "ours.mat: 1 game\n"
    assert written == shell.kibitz("export", f"{journal}#1").stdout
    assert again.exit_code == 2
    assert "already exists" in again.stderr


def test_missing_folder_is_reported(shell: CommandShell, journal: Path) -> None:
    result = shell.kibitz("export", str(journal), "--output", "nowhere/ours.mat")

    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_a_match_that_is_not_there_cannot_be_written(shell: CommandShell, journal: Path) -> None:
    for match in (f"{journal}#7", "nothing"):
        result = shell.kibitz("export", match)
        assert result.exit_code == 2
        assert result.stderr.startswith("Error: ")


def test_a_name_with_a_number_sign_is_a_name_if_there_is_such_a_file(shell: CommandShell) -> None:
    (shell.folder / "club#2").touch()

    assert split_match("club#2") == (Path("club#2"), None)
    assert split_match("club#3") == (Path("club"), 3)
    assert split_match("club#two") == (Path("club#two"), None)


async def throw(seated: HandsAtTable, one: int, two: int) -> None:
    seated.dice().lift()
    await seated.pass_seconds(1)
    seated.dice().roll(one, two)
    await seated.pass_seconds(2)


def test_decisions_count_as_they_were_stored(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = read_match(journal, 1)
    monkeypatch.setattr(
        "service.storage.journal_replay.step", lambda state, _signal: StepResult(state)
    )

    assert record_of_match(match).record.events == random_record().events


def test_an_export_that_failed_can_be_tried_again(
    shell: CommandShell, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("service.records.match_files.write_atomically", full)
        first = shell.kibitz("export", str(journal), "--output", "ours.mat")
    again = shell.kibitz("export", str(journal), "--output", "ours.mat")

    assert first.exit_code == 2
    assert "No space left on device" in first.stderr
    assert again.exit_code == 0


@pytest.mark.parametrize("form", ["mat", "sgf", "text"])
def test_a_name_that_cannot_be_printed_is_written_so_that_it_can(
    shell: CommandShell, form: str
) -> None:
    path, names = shell.folder / "club", ByPlayer("Alice\x1b[2J", "B\x9bob")

    async def write_journal() -> None:
        async with repeatable_journal(path) as journal:
            journal.begin(replace(SETTINGS, names=names))

    asyncio.run(write_journal())
    result = shell.kibitz("export", str(path), "--format", form)

    assert "Alice?" in result.stdout
    assert "\x1b" not in result.stdout
    assert "\x9b" not in result.stdout


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("ours.sgf", "sgf"), ("ours.SGF", "sgf"), ("ours.txt", "text"), ("o", "mat")],
)
def test_extension_of_a_file_sets_its_format(
    shell: CommandShell, illegal: Path, name: str, wanted: str
) -> None:
    shell.kibitz("export", str(illegal), "--output", name)

    named = shell.kibitz("export", str(illegal), "--format", wanted)
    assert (shell.folder / name).read_text(encoding="utf-8") == named.stdout


@pytest.mark.parametrize("language", ["en", "fr"])
def test_extension_that_contradicts_the_format_is_refused(
    shell: CommandShell, journal: Path, language: str
) -> None:
    options = ("--output", "ours.sgf", "--format", "mat", "--language", language)
    result = shell.kibitz("export", str(journal), *options)

    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "--format" in result.stderr
    assert not (shell.folder / "ours.sgf").exists()


def test_the_help_says_what_a_text_is_for(shell: CommandShell) -> None:
    help_text = " ".join(shell.kibitz("export", "--help").output.split())
    assert "text differs from mat only where illegal plays stood" in help_text


def test_intact_part_of_a_truncated_journal_is_exported(shell: CommandShell) -> None:
    path = shell.folder / "club"
    filled_journal(path, 40, 60)
    cut = path.read_bytes()[:-4096]
    path.write_bytes(cut)
    result = shell.kibitz("export", f"{path}#1")

    assert result.exit_code == 0
    assert "is damaged. Still readable: matches 2, signals" in result.stderr
    assert path.read_bytes() == cut
    assert [file.name for file in shell.folder.iterdir()] == ["club"]
