"""A match can be downloaded in every format, and the journal even while it is being written."""

import re
from pathlib import Path

import pytest

from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.record import MoveEntry
from engine.backgammon.notation.record.sgf import read_sgf
from engine.backgammon.notation.record.transcript import write_script
from engine.backgammon.notation.snapshots.gnu_id import parse_gnu_id
from engine.backgammon.notation.snapshots.xgid import parse_xgid
from service.records.match_files import ExportFormat
from service.storage.journal_reader import read_journal, read_match
from service.storage.journal_tables import JournalProblem
from service.web.http import match_downloads
from service.web.http.match_downloads import (
    DOWNLOAD_KINDS,
    EXPORTS,
    JOURNAL,
    Download,
    copy_journal,
    export_download,
    journal_name,
)
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.storage.example_journals import fill_journal, filled_journal, repeatable_journal
from tests.rigs.tables.table_in_memory import random_record


def download(journal: Path, kind: str, number: int = 1) -> Download:
    if kind != JOURNAL:
        return export_download(journal, number, kind)
    with copy_journal(journal, number) as copy:
        return Download(journal_name(journal), "", copy.read())


def text(journal: Path, kind: str) -> str:
    return download(journal, kind).content.decode("utf-8")


def test_match_files_tell_what_was_played(journal: Path) -> None:
    mat = read_mat(text(journal, "mat"))

    assert not mat.faults
    assert mat.record.names == random_record().names
    assert read_sgf(text(journal, "sgf")).record.events == mat.record.events
    assert text(journal, "txt") == text(journal, "mat")


def test_a_list_of_ids_has_a_line_for_each_decision(journal: Path) -> None:
    head, *lines = text(journal, "ids").splitlines()
    (game,) = write_script(random_record()).games
    played = [one for one in game.entries if isinstance(one, MoveEntry) and one.played]
    turns = [line.split("\t") for line in lines if re.search("\t[1-6]{2}: ", line)]

    assert head.startswith("# Alice - Bob")
    assert [did[:2] for _, _, did, *_ in turns] == [str(turn.dice) for turn in played]
    assert lines[-1].split("\t")[2].startswith("Resigns")
    for number, colour, did, xgid, gnu_id in turns:
        moment, other = parse_xgid(xgid), parse_gnu_id(gnu_id)
        assert number == "1"
        assert moment.position == other.position
        assert moment.dice == other.dice
        assert did.startswith(f"{moment.dice}: ")
        assert (colour == "light") == (xgid.split(":")[3] == "1")


@pytest.mark.release(after=1)
@pytest.mark.parametrize("form", ExportFormat)
def test_download_equals_the_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: Path, form: ExportFormat
) -> None:
    kind = next(kind for kind, (one, _) in EXPORTS.items() if one is form)
    shell = CommandShell(tmp_path, monkeypatch)
    exported = shell.kibitz("export", f"{journal}#1", "--format", form.value)

    assert exported.stdout == text(journal, kind)


def test_the_extension_ids_exports_position_ids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: Path
) -> None:
    shell = CommandShell(tmp_path, monkeypatch)
    shell.kibitz("export", f"{journal}#1", "--output", "ours.ids")

    assert (tmp_path / "ours.ids").read_text(encoding="utf-8") == text(journal, "ids")


async def test_a_journal_is_copied_whole_while_it_is_written(tmp_path: Path) -> None:
    path, copy = tmp_path / "club.journal", tmp_path / "copy.journal"
    async with repeatable_journal(path) as journal:
        await fill_journal(journal, [30])
        copy.write_bytes(download(path, JOURNAL).content)
        await fill_journal(journal, [10])
    (copied,) = read_journal(copy)
    assert copied == read_match(path, 1)
    assert len(copied.entries) == 30


def test_copy_of_a_journal_leaves_no_file_behind(
    tmp_path: Path, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_downloads, "TEMPORARY_FILES", tmp_path)
    with copy_journal(journal, 1) as copy:
        assert copy.read(15) == b"SQLite format 3"
        assert list(tmp_path.glob("kibitz-*")) == []


def test_a_damaged_journal_is_given_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "club.journal"
    filled_journal(path, 40)
    path.write_bytes(b"x" * 200 + path.read_bytes()[200:])

    assert download(path, JOURNAL).content == path.read_bytes()


@pytest.mark.parametrize("kind", DOWNLOAD_KINDS)
def test_a_match_that_is_not_there_cannot_be_downloaded(journal: Path, kind: str) -> None:
    with pytest.raises(JournalProblem) as problem:
        download(journal, kind, 7)
    assert problem.value.key == "no_such_match"


def test_a_kind_that_is_not_known_is_refused(journal: Path) -> None:
    with pytest.raises(KeyError):
        download(journal, "exe")


@pytest.mark.parametrize("kind", DOWNLOAD_KINDS)
def test_file_names_are_safe_for_every_name_of_a_table(tmp_path: Path, kind: str) -> None:
    path = tmp_path / 'a "b"\r\n;.journal'
    filled_journal(path, 3)

    assert re.fullmatch(rf"[A-Za-z0-9_-]+\.{kind}", download(path, kind).name)
