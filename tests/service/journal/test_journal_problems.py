"""A journal that cannot be kept or read says why, in plain words, and nothing is lost by it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory
from threading import Event

import pytest

from referee.words import Language, load_phrases
from service.journal import pages
from service.journal.journal import Journal
from service.journal.pages import TABLES, Row, crc_of
from service.journal.pen import Pen
from service.journal.problems import JournalProblem, sqlite_problem, system_problem
from service.journal.reading import read_journal, read_match
from tests.rigs.journals import (
    SETTINGS,
    fill,
    filled,
    journal_at,
    last_numbers,
    open_and_close,
    seen,
)

NOBODY = 65534
PROBLEMS: dict[str, dict[str, object]] = {
    "no_file": {},
    "no_permission": {},
    "cannot_open": {},
    "no_journal": {},
    "newer": {"version": 2, "known": 1},
    "read_only": {},
    "full": {},
    "locked": {},
    "in_use": {"process": 7},
    "failed": {"problem": "disk I/O error"},
    "damaged": {},
    "mended": {"copy": "club.damaged-1", "matches": 2, "count": 80},
    "salvaged": {"matches": 2, "count": 80},
    "breaks_off": {"match": 1, "count": 20},
    "decision_damaged": {"number": 3},
    "signal_not_understood": {"number": 3, "problem": "?"},
    "match_not_understood": {"match": 3, "problem": "?"},
    "no_match": {},
    "no_such_match": {"match": 9},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.kibitz"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter, though not write into, while nobody is at the keys."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


class Nobody:
    """While it lasts, whoever runs the tests has no more rights than anybody."""

    def __enter__(self) -> None:
        self.was = os.geteuid()
        if self.was == 0:
            os.seteuid(NOBODY)

    def __exit__(self, *_: object) -> None:
        os.seteuid(self.was)


def problem_of(work: Callable[[], object]) -> JournalProblem:
    with pytest.raises(JournalProblem) as caught:
        work()
    return caught.value


def problem_opening(path: Path) -> str:
    return problem_of(lambda: asyncio.run(open_and_close(path))).key


def problem_reading(path: Path) -> str:
    return problem_of(lambda: list(read_journal(path))).key


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", PROBLEMS)
def test_every_problem_is_told_in_every_language(key: str, language: Language) -> None:
    told = JournalProblem(key, Path("club.kibitz"), **PROBLEMS[key]).told(load_phrases(language))

    assert "club.kibitz" in told
    assert all(str(value) in told for value in PROBLEMS[key].values())


def test_no_phrase_about_journals_is_left_over() -> None:
    texts = load_phrases(Language.ENGLISH).texts
    keys = {key.split(".")[1] for key in texts if key.startswith("journal.")}

    assert keys == PROBLEMS.keys()
    assert all(list(Formatter().parse(text)) for text in texts.values())


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    assert problem_opening(tmp_path) == problem_reading(tmp_path) == "no_file"


def test_a_pipe_is_no_journal(path: Path) -> None:
    os.mkfifo(path)

    assert problem_opening(path) == problem_reading(path) == "no_file"


def test_a_journal_that_is_not_there_cannot_be_read(path: Path) -> None:
    assert problem_reading(path) == "cannot_open"
    assert problem_opening(path / "deeper") == "cannot_open"
    assert list(path.parent.iterdir()) == []


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch(0o600)
    assert problem_reading(path) == "no_journal"

    filled(path, 1)

    assert last_numbers(path) == [1]
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content",
    [b"\n", b"Dear diary\n", b"\x89PNG\r\n" * 1000, bytes(9000), b"SQLite format 3\0" * 9],
)
def test_another_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    assert problem_reading(path) in {"no_journal", "damaged"}
    assert problem_opening(path) == "no_journal"

    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_database_of_another_program_is_refused_and_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE signal (number INTEGER)")
    content = path.read_bytes()

    assert problem_opening(path) == problem_reading(path) == "no_journal"
    assert path.read_bytes() == content


def test_a_journal_of_a_newer_program_is_refused_and_left_as_it_is(path: Path) -> None:
    filled(path, 3)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    content = path.read_bytes()

    assert problem_opening(path) == problem_reading(path) == "newer"
    assert content[:100] == path.read_bytes()[:100]
    assert not list(path.parent.glob("*.damaged-*"))


def test_a_journal_has_one_writer_at_a_time(path: Path) -> None:
    async def twice() -> JournalProblem:
        async with journal_at(path) as journal:
            with pytest.raises(JournalProblem) as caught:
                async with journal_at(path):
                    raise AssertionError
            await fill(journal, [2])
        return caught.value

    problem = asyncio.run(twice())

    assert (problem.key, problem.values) == ("in_use", {"process": str(os.getpid())})
    assert last_numbers(path) == [1, 2]
    assert asyncio.run(open_and_close(path)).mended is None


def test_a_claim_that_was_left_behind_keeps_nobody_out(path: Path) -> None:
    path.with_name(f"{path.name}.lock").write_text("999999\n", encoding="ascii")

    filled(path, 1)

    assert last_numbers(path) == [1]


def test_a_journal_held_by_another_program_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PATIENCE", 0)
    filled(path, 2)

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert problem_opening(path) == "locked"

    assert asyncio.run(open_and_close(path)).mended is None


def test_what_a_full_disk_refuses_is_written_when_there_is_room(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            await fill(journal, [3])
            await journal._in_thread(lambda: may_have(journal, pages_more=0))
            problems = 0
            for number in range(40):
                try:
                    await journal.keep(seen(number))
                except JournalProblem as problem:
                    problems += problem.key == "full"
            assert problems > 10
            assert len(last_numbers(path)) == 43 - problems
            await journal._in_thread(lambda: may_have(journal, pages_more=1000))
            await journal.written()
            assert last_numbers(path) == list(range(1, 44))

    asyncio.run(play())


def may_have(journal: Journal, pages_more: int) -> None:
    """How many pages the file may still grow."""
    connection = journal._pen._held()
    now = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {now + pages_more}")


def test_closing_a_journal_on_a_full_disk_tells_what_is_not_written(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            journal.begin(SETTINGS)
            await journal.written()
            await journal._in_thread(lambda: may_have(journal, pages_more=0))
            for number in range(50):
                journal.add(seen(number))

    assert problem_of(lambda: asyncio.run(play())).key == "full"
    assert last_numbers(path) == []


def test_a_mistake_of_ours_is_not_hidden_by_a_full_disk(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            journal.begin(SETTINGS)
            await journal._in_thread(lambda: may_have(journal, pages_more=0))
            for number in range(50):
                journal.add(seen(number))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(play())


def test_a_journal_that_may_not_be_written_can_be_read(open_folder: Path) -> None:
    path = open_folder / "club"
    filled(path, 3)
    path.chmod(0o644)
    open_folder.chmod(0o555)

    with Nobody():
        assert last_numbers(path) == [1, 2, 3]
        assert problem_opening(path) in {"no_permission", "read_only"}


def test_a_journal_that_may_not_be_read_is_told(open_folder: Path) -> None:
    path = open_folder / "club"
    filled(path, 3)
    path.chmod(0)
    open_folder.chmod(0o777)

    with Nobody():
        assert problem_reading(path) == "no_permission"
        assert problem_opening(path) == "no_permission"
    path.chmod(0o600)


def test_a_file_that_can_only_be_read_is_told_before_the_match(open_folder: Path) -> None:
    path = open_folder / "club"
    filled(path, 3)
    path.chmod(0o444)
    open_folder.chmod(0o777)

    with Nobody():
        assert problem_opening(path) == "read_only"

    assert last_numbers(path) == [1, 2, 3]


def test_a_journal_whose_writer_died_is_read_where_nothing_can_be_written(
    open_folder: Path,
) -> None:
    path, left = open_folder / "other", open_folder / "club"

    async def play() -> None:
        async with journal_at(path) as journal:
            await fill(journal, [4])
            for ending in ("", "-wal"):
                copy = left.with_name(f"club{ending}")
                copy.write_bytes(path.with_name(f"other{ending}").read_bytes())

    asyncio.run(play())
    open_folder.chmod(0o555)

    with Nobody():
        assert last_numbers(left) == [1, 2, 3, 4]

    assert not left.with_name("club-shm").exists()


def test_a_signal_of_an_unknown_kind_is_told_with_its_number(path: Path) -> None:
    filled(path, 2)
    strange = Row("signal", (3, 1, "2026-01-02T20:15:09.000Z", '{"is":"Earthquake"}'))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        strange.insert(connection)

    kept = read_match(path)

    assert len(kept.entries) == 2
    assert kept.problem
    assert (kept.problem.key, kept.problem.values["number"]) == ("signal_not_understood", 3)
    assert asyncio.run(open_and_close(path)).mended is None


def test_settings_of_an_unknown_kind_are_told_with_their_match(path: Path) -> None:
    filled(path, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        Row("match", (2, 3, "2026-01-02T20:15:09.000Z", "kibitz 9", "{}")).insert(connection)

    problem = problem_of(lambda: read_match(path))

    assert (problem.key, problem.values["match"]) == ("match_not_understood", 2)
    assert len(read_match(path, 1).entries) == 2


@pytest.mark.parametrize("table", list(TABLES))
def test_a_journal_without_all_its_tables_is_mended(path: Path, table: str) -> None:
    filled(path, 2)
    kind = "VIEW" if table == "evening" else "TABLE"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"DROP {kind} {table}")

    mended = asyncio.run(open_and_close(path)).mended

    assert mended
    assert mended.values["count"] == {"signal": 0, "match": 0}.get(table, 2)
    assert asyncio.run(open_and_close(path)).mended is None


def test_errors_nobody_foresaw_are_told_as_they_are() -> None:
    phrases = load_phrases(Language.ENGLISH)
    one = system_problem(OSError(5, "Input/output error"), Path("club"))
    two = sqlite_problem(sqlite3.InterfaceError("odd"), Path("club"))

    assert one.told(phrases) == "club cannot be written or read: Input/output error."
    assert two.told(phrases) == "club cannot be written or read: odd."


def test_a_row_that_no_signal_fills_is_not_read(path: Path) -> None:
    filled(path, 3)
    with closing(sqlite3.connect(path)) as connection, connection:
        values = (4, 1, "now", f'{{"is":"Garbled","source":"x","at":1,"what":"{"x" * 2_000_000}"}}')
        connection.execute("INSERT INTO signal VALUES (?, ?, ?, ?, ?)", (*values, crc_of(values)))

    kept = read_match(path)

    assert kept.problem
    assert kept.problem.key == "breaks_off"


def test_a_file_that_cannot_be_closed_is_told_about(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Pen.close

    def fail(pen: Pen) -> None:
        close(pen)
        raise JournalProblem("failed", path, problem="disk I/O error")

    async def open_and_fail() -> None:
        async with journal_at(path):
            monkeypatch.setattr(Pen, "close", fail)

    assert problem_of(lambda: asyncio.run(open_and_fail())).key == "failed"
    assert not path.with_name("club.kibitz.lock").exists()


def test_nobody_else_waits_for_a_journal_that_closes_slowly(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    went_on, close = Event(), Pen.close

    def slowly(pen: Pen) -> None:
        assert went_on.wait(10)
        close(pen)

    async def shut() -> None:
        journal = journal_at(path)
        await journal.__aenter__()
        monkeypatch.setattr(Pen, "close", slowly)
        closing = asyncio.create_task(journal.__aexit__(None, None, None))
        while not closing.done():
            await asyncio.sleep(0)
            went_on.set()
        await closing

    asyncio.run(shut())


def test_a_journal_is_closed_though_somebody_is_in_a_hurry(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end, close = Event(), Event(), Pen.close

    def slowly(pen: Pen) -> None:
        begun.set()
        assert may_end.wait(10)
        close(pen)

    async def shut() -> None:
        journal = journal_at(path)
        await journal.__aenter__()
        monkeypatch.setattr(Pen, "close", slowly)
        closing = asyncio.create_task(journal.__aexit__(None, None, None))
        await asyncio.to_thread(begun.wait, 10)
        closing.cancel()
        await asyncio.sleep(0)
        assert not closing.done()
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await closing

    asyncio.run(shut())
    assert not path.with_name("club.kibitz.lock").exists()


def test_a_claim_does_not_follow_a_link(path: Path) -> None:
    precious = path.with_name("precious")
    precious.write_text("precious", encoding="utf-8")
    path.with_name("club.kibitz.lock").symlink_to(precious)

    assert problem_opening(path) == "failed"
    assert precious.read_text(encoding="utf-8") == "precious"


def test_a_claim_is_not_made_on_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("club.kibitz.lock"))

    assert problem_opening(path) == "failed"
    assert path.with_name("club.kibitz.lock").exists()


def spoilt(path: Path) -> None:
    filled(path, 3)
    path.write_bytes(path.read_bytes()[:-100] + bytes(100))


def test_the_copy_of_a_damaged_journal_is_for_nobody_else(path: Path) -> None:
    spoilt(path)
    path.chmod(0o600)

    asyncio.run(open_and_close(path))

    copy = path.with_name("club.kibitz.damaged-1")
    assert copy.stat().st_mode & 0o777 == path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_the_copy_of_a_damaged_journal_does_not_follow_a_link(path: Path, ending: str) -> None:
    spoilt(path)
    elsewhere = path.with_name("elsewhere")
    path.with_name(f"club.kibitz.damaged-1{ending}").symlink_to(elsewhere)

    journal = asyncio.run(open_and_close(path))

    assert not elsewhere.exists()
    assert journal.mended
    assert journal.mended.values["copy"] == "club.kibitz.damaged-2"


def test_what_is_mended_is_at_no_time_for_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt(path)
    path.chmod(0o600)
    modes: list[int] = []

    def watched(making: Path, how: str) -> sqlite3.Connection:
        if making.name.endswith(".making"):
            modes.append(making.stat().st_mode & 0o777)
        return pages.connect(making, how)

    monkeypatch.setattr("service.journal.mending.connect", watched)
    asyncio.run(open_and_close(path))

    assert modes == [0o600]
