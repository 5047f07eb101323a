"""Acknowledged signals are in the journal, in their order, match after match."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.checkers import Colour
from hardware.signals import PlayerRequest, PlayerRequestKind, ServiceRestarted
from service.storage.journal import Journal, effects_text
from service.storage.journal_reader import JournalFile, read_journal, read_match
from service.storage.journal_tables import JournalProblem, JournalRow
from tests.rigs.storage.example_journals import (
    DECISION,
    SETTINGS,
    WallClock,
    fill_journal,
    filled_journal,
    last_numbers,
    open_and_close,
    reed_observation,
    repeatable_journal,
)

RESIGNED = PlayerRequest("page", 12.5, Colour.LIGHT, PlayerRequestKind.RESIGN, 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.kibitz"


async def test_a_match_is_read_back_with_its_settings_signals_and_decisions(path: Path) -> None:
    async with repeatable_journal(path) as journal:
        assert journal.begin(SETTINGS) == 1
        assert await journal.store(reed_observation(1)) == 1
        journal.decide(1, DECISION)
        assert await journal.store(RESIGNED) == 2
        journal.decide(2, ())
        assert await journal.store(ServiceRestarted("service", 1.0)) == 3

    stored = read_match(path)
    assert stored.settings == SETTINGS
    assert stored.problem is None
    assert (stored.head.number, stored.head.made_by) == (1, "kibitz test")
    assert stored.head.begun == "2026-01-02T20:15:01.000Z"
    assert [entry.signal for entry in stored.entries] == [
        reed_observation(1),
        RESIGNED,
        ServiceRestarted("service", 1.0),
    ]
    assert [entry.decision for entry in stored.entries] == [effects_text(DECISION), "[]", None]
    assert [entry.stored_at[-5:] for entry in stored.entries] == [".000Z"] * 3


async def test_the_journal_says_which_program_wrote_it(path: Path) -> None:
    async with Journal(path, wall_clock=WallClock()) as journal:
        journal.begin(SETTINGS)
    assert read_match(path).head.made_by.startswith("kibitz 0.")


async def test_several_matches_follow_one_another_and_each_can_be_asked_for(path: Path) -> None:
    async with repeatable_journal(path) as journal:
        for length in (1, 3, 5):
            journal.begin(replace(SETTINGS, length=length))
            for number in range(length):
                await journal.store(reed_observation(number))

    assert [len(stored.entries) for stored in read_journal(path)] == [1, 3, 5]
    assert read_match(path).settings.length == 5
    assert [entry.number for entry in read_match(path, 2).entries] == [2, 3, 4]


async def test_the_journal_goes_on_where_it_was(path: Path) -> None:
    await asyncio.to_thread(filled_journal, path, 2, 3)
    async with repeatable_journal(path) as journal:
        assert journal.last
        assert journal.last.number == 2
        assert journal.repaired_damage is None
        assert await journal.store(reed_observation(9)) == 6
        assert journal.begin(SETTINGS) == 3
        assert await journal.store(reed_observation(9)) == 7

    assert [len(stored.entries) for stored in read_journal(path)] == [2, 4, 1]


def test_a_match_without_a_signal_is_a_match(path: Path) -> None:
    filled_journal(path, 0)
    filled_journal(path, 0, 1)

    assert [stored.head.first for stored in read_journal(path)] == [1, 1, 1]
    assert last_numbers(path) == [1]


async def test_a_signal_needs_a_match(path: Path) -> None:
    async with repeatable_journal(path) as journal:
        with pytest.raises(ValueError, match="none has begun"):
            journal.add(reed_observation(1))

    with pytest.raises(JournalProblem, match=r"contains no match\."):
        read_match(path)


def test_unknown_match_is_reported(path: Path) -> None:
    filled_journal(path, 1)
    with pytest.raises(JournalProblem, match="contains no match 2"):
        read_match(path, 2)


async def test_acknowledged_signal_is_in_the_file_while_it_is_being_written(path: Path) -> None:
    async with repeatable_journal(path) as journal:
        journal.begin(SETTINGS)
        for number in range(5):
            await journal.store(reed_observation(number))
            assert len(last_numbers(path)) == number + 1
        await journal.checkpoint()
        assert len(last_numbers(path)) == 5
        assert path.with_name("club.kibitz-wal").stat().st_size == 0

    assert len(last_numbers(path)) == 5


async def test_signals_arriving_while_the_disk_is_busy_are_written_in_one_batch(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    async with repeatable_journal(path) as journal:
        write = journal._transaction.write

        def count_and_write(rows: list[JournalRow]) -> None:
            batches.append(len(rows))
            write(rows)

        monkeypatch.setattr(journal._transaction, "write", count_and_write)
        journal.begin(SETTINGS)
        await asyncio.gather(*(journal.store(reed_observation(number)) for number in range(50)))

    assert sum(batches) == 51
    assert len(batches) <= 2
    assert last_numbers(path) == list(range(1, 51))


async def test_cancelled_waiter_loses_no_signal(path: Path) -> None:
    async with repeatable_journal(path) as journal:
        journal.begin(SETTINGS)
        for number in range(20):
            waiting = asyncio.ensure_future(journal.store(reed_observation(number)))
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        await journal.wait_until_written()
        assert len(last_numbers(path)) == 20


async def test_the_event_loop_goes_on_while_the_disk_is_slow(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with repeatable_journal(path) as journal:
        loop, slow = asyncio.get_running_loop(), asyncio.Event()
        write = journal._transaction.write

        def write_later(rows: list[JournalRow]) -> None:
            asyncio.run_coroutine_threadsafe(slow.wait(), loop).result()
            write(rows)

        monkeypatch.setattr(journal._transaction, "write", write_later)
        journal.begin(SETTINGS)
        storing = asyncio.ensure_future(journal.store(reed_observation(1)))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not storing.done()
        slow.set()
        assert await storing == 1


async def test_closing_writes_what_is_left_and_leaves_one_file(path: Path) -> None:
    async with repeatable_journal(path) as journal:
        journal.begin(SETTINGS)
        journal.decide(journal.add(reed_observation(1)), DECISION)

    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert read_match(path).entries[0].decision == effects_text(DECISION)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_journal_that_is_only_opened_is_empty_and_stays_so(path: Path) -> None:
    for _ in range(2):
        journal = asyncio.run(open_and_close(path))
        assert (journal.last, journal.repaired_damage) == (None, None)

    assert list(read_journal(path)) == []


def test_people_can_read_a_journal_with_sqlite(path: Path) -> None:
    filled_journal(path, 2)

    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT number, kept, at, signal FROM evening").fetchall()
        checked = connection.execute("PRAGMA integrity_check").fetchall()

    assert checked == [("ok",)]
    assert rows[1][:3] == (2, "2026-01-02T20:15:03.000Z", 1000.125)
    assert '"p2=' in rows[1][3] or "p1" in rows[1][3]


async def test_two_tables_have_two_journals(tmp_path: Path) -> None:
    async with (
        repeatable_journal(tmp_path / "one") as one,
        repeatable_journal(tmp_path / "two") as two,
    ):
        await asyncio.gather(fill_journal(one, [3]), fill_journal(two, [4]))

    assert [len(last_numbers(tmp_path / name)) for name in ("one", "two")] == [3, 4]


def test_a_journal_behind_a_link_is_the_journal(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path, link = tmp_path / "there" / "club", tmp_path / "club"
    link.symlink_to(path)

    filled_journal(link, 2)
    filled_journal(path, 1)

    assert link.is_symlink()
    assert [len(stored.entries) for stored in read_journal(link)] == [2, 1]


def test_a_journal_is_opened_before_it_is_used(path: Path) -> None:
    with pytest.raises(RuntimeError, match="not open"):
        _ = JournalFile(path).connection
    with pytest.raises(RuntimeError, match="not open"):
        asyncio.run(repeatable_journal(path).checkpoint())


def test_deciding_a_signal_twice_is_a_bug(path: Path) -> None:
    async def play() -> None:
        async with repeatable_journal(path) as journal:
            await fill_journal(journal, [1])
            journal.decide(1, DECISION)
            await journal.wait_until_written()

    with pytest.raises(sqlite3.IntegrityError):
        asyncio.run(play())

    assert last_numbers(path) == [1]
