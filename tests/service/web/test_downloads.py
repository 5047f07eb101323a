"""A match can be downloaded in every format, and the journal even while it is being written."""

import asyncio
import re
from pathlib import Path

import pytest

from engine.backgammon.notation.moment.gnu_id import parse_gnu_id
from engine.backgammon.notation.moment.xgid import parse_xgid
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.script import Moved
from engine.backgammon.notation.record.sgf import read_sgf
from engine.backgammon.notation.record.transcript import script_of
from service.formats import Format
from service.journal.problems import JournalProblem
from service.journal.reading import read_journal, read_match
from service.web.downloads import KINDS, Download, download
from tests.rigs.commands import Shell
from tests.rigs.journals import fill, filled, journal_at
from tests.rigs.kept_evenings import kept_evening, two_matches
from tests.rigs.tables import a_match


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept_evening(tmp_path_factory.mktemp("evening"), two_matches)


def loaded(journal: Path, kind: str, number: int = 1) -> Download:
    return asyncio.run(download(journal, number, kind))


def text(journal: Path, kind: str) -> str:
    return loaded(journal, kind).content.decode("utf-8")


def test_match_files_tell_what_was_played(journal: Path) -> None:
    mat = read_mat(text(journal, "mat"))

    assert not mat.faults
    assert mat.record.names == a_match().names
    assert read_sgf(text(journal, "sgf")).record.events == mat.record.events
    assert text(journal, "txt") == text(journal, "mat")


def test_a_list_of_ids_has_a_line_for_each_decision(journal: Path) -> None:
    head, *lines = text(journal, "ids").splitlines()
    (game,) = script_of(a_match()).games
    played = [one for one in game.entries if isinstance(one, Moved) and one.played]
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


@pytest.mark.parametrize("form", Format)
def test_what_is_downloaded_is_what_is_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: Path, form: Format
) -> None:
    kind = next(kind for kind, (one, _) in KINDS.items() if one is form)
    shell = Shell(tmp_path, monkeypatch)
    exported = shell.kibitz("export", f"{journal}#1", "--format", form.value)

    assert exported.stdout == text(journal, kind)


def test_the_end_of_a_name_means_ids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: Path
) -> None:
    shell = Shell(tmp_path, monkeypatch)
    shell.kibitz("export", f"{journal}#1", "--output", "ours.ids")

    assert (tmp_path / "ours.ids").read_text(encoding="utf-8") == text(journal, "ids")


def test_a_journal_is_copied_whole_while_it_is_written(tmp_path: Path) -> None:
    path, copy = tmp_path / "club.journal", tmp_path / "copy.journal"

    async def write_and_copy() -> None:
        async with journal_at(path) as journal:
            await fill(journal, [30])
            copy.write_bytes((await download(path, 1, "journal")).content)
            await fill(journal, [10])

    asyncio.run(write_and_copy())
    (copied,) = read_journal(copy)
    assert copied == read_match(path, 1)
    assert len(copied.entries) == 30


def test_a_damaged_journal_is_given_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "club.journal"
    filled(path, 40)
    path.write_bytes(b"x" * 200 + path.read_bytes()[200:])

    assert loaded(path, "journal").content == path.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_a_match_that_is_not_there_cannot_be_downloaded(journal: Path, kind: str) -> None:
    with pytest.raises(JournalProblem) as problem:
        loaded(journal, kind, 7)
    assert problem.value.key == "no_such_match"


def test_a_kind_that_is_not_known_is_refused(journal: Path) -> None:
    with pytest.raises(KeyError):
        loaded(journal, "exe")


@pytest.mark.parametrize("kind", KINDS)
def test_file_names_are_safe_whatever_the_table_is_called(tmp_path: Path, kind: str) -> None:
    path = tmp_path / 'a "b"\r\n;.journal'
    filled(path, 3)

    assert re.fullmatch(rf"[A-Za-z0-9_-]+\.{kind}", loaded(path, kind).name)
