"""A journal that cannot be written or read says why, in plain words, and loses nothing."""

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

from referee.match_settings import MatchSettings
from service.storage import journal_tables
from service.storage.journal import Journal
from service.storage.journal_reader import read_journal, read_match
from service.storage.journal_replay import Resumption, resume
from service.storage.journal_tables import (
    TABLES,
    JournalProblem,
    JournalRow,
    JournalTransaction,
    crc_of,
    sqlite_problem,
    system_problem,
)
from service.storage.stored_format import FORMAT
from service.words.phrases import Language, available_languages, load_phrases
from tests.rigs.storage import example_journals as journals

NOBODY = 65534
"""The number of the user `nobody`."""
NEWER_SETTINGS = '{"handicap":true,' + FORMAT.encode(journals.SETTINGS, MatchSettings)[1:]
PROBLEMS: dict[str, dict[str, object]] = {
    **{key: {} for key in ("no_file", "no_permission", "cannot_open", "no_journal", "read_only")},
    **{key: {} for key in ("full", "locked", "damaged", "no_match")},
    "newer": {"version": 2, "known": 1},
    "in_use": {"process": 7},
    "failed": {"problem": "disk I/O error"},
    "mended": {"copy": "club.damaged-1", "matches": 2, "count": 80},
    "salvaged": {"matches": 2, "count": 80},
    "breaks_off": {"match": 1, "count": 20},
    "decision_damaged": {"number": 3},
    "signal_not_understood": {"number": 3, "problem": "?"},
    "match_not_understood": {"match": 3, "problem": "?"},
    "signal_newer": {"number": 3, "problem": "?"},
    "match_newer": {"match": 3, "problem": "?"},
    "newer_last_match": {"match": 3},
    "no_such_match": {"match": 9},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.kibitz"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter but nobody may write into."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def protect(folder: Path) -> None:
    folder.chmod(0o555)


class Nobody:
    """Drops the rights of root while it lasts."""

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
    return problem_of(lambda: asyncio.run(journals.open_and_close(path))).key


def problem_reading(path: Path) -> str:
    return problem_of(lambda: list(read_journal(path))).key


@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("key", PROBLEMS)
def test_every_problem_has_a_text_in_every_language(key: str, language: Language) -> None:
    problem = JournalProblem(key, Path("club.kibitz"), **PROBLEMS[key])
    text = problem.in_words(load_phrases(language))

    assert "club.kibitz" in text
    assert all(str(value) in text for value in PROBLEMS[key].values())


def test_no_phrase_about_journals_is_left_over() -> None:
    texts = load_phrases(Language("en")).texts
    keys = {key.split(".")[1] for key in texts if key.startswith("journal.")}

    assert keys == PROBLEMS.keys()
    assert all(list(Formatter().parse(text)) for text in texts.values())


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_a_folder_or_a_pipe_is_no_journal(path: Path, make: Callable[[Path], None]) -> None:
    make(path)
    assert problem_opening(path) == problem_reading(path) == "no_file"


def test_a_journal_that_is_not_there_cannot_be_read(path: Path) -> None:
    assert problem_reading(path) == "cannot_open"
    assert problem_opening(path / "deeper") == "cannot_open"
    assert list(path.parent.iterdir()) == []


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch(0o600)
    assert problem_reading(path) == "no_journal"

    journals.filled_journal(path, 1)

    assert journals.last_numbers(path) == [1]
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
    journals.filled_journal(path, 3)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    content = path.read_bytes()

    assert problem_opening(path) == problem_reading(path) == "newer"
    assert content[:100] == path.read_bytes()[:100]
    assert not list(path.parent.glob("*.damaged-*"))


async def test_a_journal_has_one_writer_at_a_time(path: Path) -> None:
    async with journals.repeatable_journal(path) as journal:
        with pytest.raises(JournalProblem) as caught:
            async with journals.repeatable_journal(path):
                raise AssertionError
        await journals.fill_journal(journal, [2])

    problem = caught.value
    assert (problem.key, problem.values) == ("in_use", {"process": str(os.getpid())})
    assert journals.last_numbers(path) == [1, 2]
    assert (await journals.open_and_close(path)).repaired_damage is None


def test_stale_lock_excludes_no_program(path: Path) -> None:
    path.with_name(f"{path.name}.lock").write_text("999999\n", encoding="ascii")

    journals.filled_journal(path, 1)

    assert journals.last_numbers(path) == [1]


def test_journal_in_use_by_another_program_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_tables, "BUSY_TIMEOUT", 0)
    journals.filled_journal(path, 2)

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert problem_opening(path) == "locked"

    assert asyncio.run(journals.open_and_close(path)).repaired_damage is None


async def test_signals_refused_by_a_full_disk_are_written_when_there_is_room(path: Path) -> None:
    async with journals.repeatable_journal(path) as journal:
        await journals.fill_journal(journal, [3])
        await journal.run_in_thread(lambda: limit_growth(journal, pages_more=0))
        problems = 0
        for number in range(40):
            try:
                await journal.store(journals.reed_observation(number))
            except JournalProblem as problem:
                problems += problem.key == "full"
        assert problems > 10
        assert len(journals.last_numbers(path)) == 43 - problems
        await journal.run_in_thread(lambda: limit_growth(journal, pages_more=1000))
        await journal.wait_until_written()
        assert journals.last_numbers(path) == list(range(1, 44))


def limit_growth(journal: Journal, pages_more: int) -> None:
    """Sets the number of pages by which the file may still grow."""
    connection = journal._transaction._open_connection()
    now = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {now + pages_more}")


async def fill_the_disk(journal: Journal) -> None:
    """Hands over more signals than the disk can take."""
    journal.begin(journals.SETTINGS)
    await journal.wait_until_written()
    await journal.run_in_thread(lambda: limit_growth(journal, pages_more=0))
    for number in range(50):
        journal.add(journals.reed_observation(number))


async def test_closing_a_journal_on_a_full_disk_tells_what_is_not_written(path: Path) -> None:
    with pytest.raises(JournalProblem) as caught:
        async with journals.repeatable_journal(path) as journal:
            await fill_the_disk(journal)

    assert caught.value.key == "full"
    assert journals.last_numbers(path) == []


async def test_a_bug_is_not_hidden_by_a_full_disk(path: Path) -> None:
    async def play() -> None:
        async with journals.repeatable_journal(path) as journal:
            await fill_the_disk(journal)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await play()


def test_a_journal_that_may_not_be_written_can_be_read(open_folder: Path) -> None:
    path = open_folder / "club"
    journals.filled_journal(path, 3)
    path.chmod(0o644)
    protect(open_folder)

    with Nobody():
        assert journals.last_numbers(path) == [1, 2, 3]
        assert problem_opening(path) in {"no_permission", "read_only"}


def test_unreadable_journal_is_reported(open_folder: Path) -> None:
    path = open_folder / "club"
    journals.filled_journal(path, 3)
    path.chmod(0)
    open_folder.chmod(0o777)

    with Nobody():
        assert problem_reading(path) == "no_permission"
        assert problem_opening(path) == "no_permission"
    path.chmod(0o600)


def test_read_only_file_is_reported_before_the_match(open_folder: Path) -> None:
    path = open_folder / "club"
    journals.filled_journal(path, 3)
    path.chmod(0o444)
    open_folder.chmod(0o777)

    with Nobody():
        assert problem_opening(path) == "read_only"

    assert journals.last_numbers(path) == [1, 2, 3]


async def test_a_journal_whose_writer_died_is_read_where_nothing_can_be_written(
    open_folder: Path,
) -> None:
    path, left = open_folder / "other", open_folder / "club"
    async with journals.repeatable_journal(path) as journal:
        await journals.fill_journal(journal, [4])
        for ending in ("", "-wal"):
            copy = left.with_name(f"club{ending}")
            copy.write_bytes(path.with_name(f"other{ending}").read_bytes())

    protect(open_folder)
    with Nobody():
        assert journals.last_numbers(left) == [1, 2, 3, 4]

    assert not left.with_name("club-shm").exists()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"is":"Earthquake"}', "signal_newer"),
        ('{"is":"TimeCame","source":"clock","at":1.0,"zone":"UTC"}', "signal_newer"),
        ('{"is":"Troubled","source":"camera","at":1.0,"by":"fog"}', "signal_newer"),
        ('{"is":"TimeCame","source":"clock"}', "signal_not_understood"),
        ('{"is":7}', "signal_not_understood"),
        ("{}", "signal_not_understood"),
    ],
)
def test_signal_of_a_newer_version_is_distinguished_from_a_wrong_one(
    path: Path, text: str, key: str
) -> None:
    journals.filled_journal(path, 2)
    strange = JournalRow("signal", (3, 1, "2026-01-02T20:15:09.000Z", text))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        strange.insert(connection)

    stored = read_match(path)

    assert len(stored.entries) == 2
    assert stored.problem
    assert (stored.problem.key, stored.problem.values["number"]) == (key, 3)
    assert asyncio.run(journals.open_and_close(path)).repaired_damage is None


@pytest.mark.parametrize(
    "row",
    [
        JournalRow("signal", (3, 1, "2026-01-02T20:15:09.000Z", '{"is":"Earthquake"}')),
        JournalRow("match", (2, 3, "2026-01-02T20:15:09.000Z", "kibitz 9", NEWER_SETTINGS)),
    ],
    ids=lambda row: row.table,
)
def test_match_of_a_newer_version_is_not_followed_by_another_unless_that_is_wanted(
    path: Path, row: JournalRow
) -> None:
    journals.filled_journal(path, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        row.insert(connection)
    left = path.read_bytes()

    async def resume_journal(*, anew: bool) -> Resumption:
        async with journals.repeatable_journal(path) as journal:
            return await resume(journal, journals.SETTINGS, anew=anew)

    refused = problem_of(lambda: asyncio.run(resume_journal(anew=False)))
    assert refused.key == "newer_last_match"
    assert path.read_bytes() == left
    assert asyncio.run(resume_journal(anew=True)).state is None


def test_settings_of_an_unknown_kind_are_reported_with_their_match(path: Path) -> None:
    journals.filled_journal(path, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        JournalRow("match", (2, 3, "2026-01-02T20:15:09.000Z", "kibitz 9", "{}")).insert(connection)

    problem = problem_of(lambda: read_match(path))

    assert (problem.key, problem.values["match"]) == ("match_not_understood", 2)
    assert len(read_match(path, 1).entries) == 2


@pytest.mark.parametrize("table", list(TABLES))
def test_a_journal_without_all_its_tables_is_repaired(path: Path, table: str) -> None:
    journals.filled_journal(path, 2)
    kind = "VIEW" if table == "evening" else "TABLE"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"DROP {kind} {table}")

    repaired = asyncio.run(journals.open_and_close(path)).repaired_damage

    assert repaired
    assert repaired.values["count"] == {"signal": 0, "match": 0}.get(table, 2)
    assert asyncio.run(journals.open_and_close(path)).repaired_damage is None


def test_unexpected_errors_are_reported_as_they_are() -> None:
    phrases = load_phrases(Language("en"))
    one = system_problem(OSError(5, "Input/output error"), Path("club"))
    two = sqlite_problem(sqlite3.InterfaceError("odd"), Path("club"))

    assert one.in_words(phrases) == "club cannot be written or read: Input/output error."
    assert two.in_words(phrases) == "club cannot be written or read: odd."


def test_a_row_larger_than_any_signal_is_not_read(path: Path) -> None:
    journals.filled_journal(path, 3)
    with closing(sqlite3.connect(path)) as connection, connection:
        values = (4, 1, "now", f'{{"is":"Garbled","source":"x","at":1,"what":"{"x" * 2_000_000}"}}')
        connection.execute("INSERT INTO signal VALUES (?, ?, ?, ?, ?)", (*values, crc_of(values)))

    stored = read_match(path)

    assert stored.problem
    assert stored.problem.key == "breaks_off"


async def test_file_that_cannot_be_closed_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = JournalTransaction.close

    def fail(transaction: JournalTransaction) -> None:
        close(transaction)
        raise JournalProblem("failed", path, problem="disk I/O error")

    with pytest.raises(JournalProblem) as caught:
        async with journals.repeatable_journal(path):
            monkeypatch.setattr(JournalTransaction, "close", fail)

    assert caught.value.key == "failed"
    assert not path.with_name("club.kibitz.lock").exists()


async def begin_to_close(
    path: Path, close: Callable[[JournalTransaction], None], patch: pytest.MonkeyPatch
) -> asyncio.Task[None]:
    """Opens a journal, and closes it in this way."""
    journal = await journals.repeatable_journal(path).__aenter__()
    patch.setattr(JournalTransaction, "close", close)
    return asyncio.create_task(journal.__aexit__(None, None, None))


async def test_slowly_closing_journal_blocks_no_other_task(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    went_on, close = Event(), JournalTransaction.close

    def slowly(transaction: JournalTransaction) -> None:
        assert went_on.wait(10)
        close(transaction)

    closing = await begin_to_close(path, slowly, monkeypatch)
    while not closing.done():
        await asyncio.sleep(0)
        went_on.set()
    await closing


async def test_journal_is_closed_though_its_caller_is_cancelled(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end, close = Event(), Event(), JournalTransaction.close

    def slowly(transaction: JournalTransaction) -> None:
        begun.set()
        assert may_end.wait(10)
        close(transaction)

    closing = await begin_to_close(path, slowly, monkeypatch)
    await asyncio.to_thread(begun.wait, 10)
    closing.cancel()
    await asyncio.sleep(0)
    assert not closing.done()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await closing

    assert not path.with_name("club.kibitz.lock").exists()


def test_a_lock_does_not_follow_a_link(path: Path) -> None:
    precious = path.with_name("precious")
    precious.write_text("precious", encoding="utf-8")
    path.with_name("club.kibitz.lock").symlink_to(precious)

    assert problem_opening(path) == "failed"
    assert precious.read_text(encoding="utf-8") == "precious"


def test_a_lock_is_not_taken_on_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("club.kibitz.lock"))

    assert problem_opening(path) == "failed"
    assert path.with_name("club.kibitz.lock").exists()


def write_damaged_journal(path: Path) -> None:
    journals.filled_journal(path, 3)
    path.write_bytes(path.read_bytes()[:-100] + bytes(100))


def test_copy_of_a_damaged_journal_is_private(path: Path) -> None:
    write_damaged_journal(path)
    path.chmod(0o600)

    asyncio.run(journals.open_and_close(path))

    copy = path.with_name("club.kibitz.damaged-1")
    assert copy.stat().st_mode & 0o777 == path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_the_copy_of_a_damaged_journal_does_not_follow_a_link(path: Path, ending: str) -> None:
    write_damaged_journal(path)
    elsewhere = path.with_name("elsewhere")
    path.with_name(f"club.kibitz.damaged-1{ending}").symlink_to(elsewhere)

    journal = asyncio.run(journals.open_and_close(path))

    assert not elsewhere.exists()
    assert journal.repaired_damage
    assert journal.repaired_damage.values["copy"] == "club.kibitz.damaged-2"


def test_repaired_journal_is_never_readable_by_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_damaged_journal(path)
    path.chmod(0o600)
    modes: list[int] = []

    def note_mode(making: Path, how: str) -> sqlite3.Connection:
        if making.name.endswith(".making"):
            modes.append(making.stat().st_mode & 0o777)
        return journal_tables.connect(making, how)

    monkeypatch.setattr("service.storage.journal_repair.connect", note_mode)
    asyncio.run(journals.open_and_close(path))

    assert modes == [0o600]
