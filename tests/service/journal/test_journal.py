"""What was acknowledged is in the journal, in its order, match after match."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.checkers import Colour
from hardware.signals import Restarted, Wish, Wished
from service.journal.journal import Journal, effects_text
from service.journal.pages import Row
from service.journal.problems import JournalProblem
from service.journal.reading import JournalFile, read_journal, read_match
from tests.rigs.journals import (
    DECISION,
    SETTINGS,
    WallClock,
    fill,
    filled,
    journal_at,
    last_numbers,
    open_and_close,
    seen,
)

RESIGNED = Wished("page", 12.5, Colour.LIGHT, Wish.RESIGN, 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.kibitz"


def test_a_match_is_read_back_with_its_settings_signals_and_decisions(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            assert journal.begin(SETTINGS) == 1
            assert await journal.keep(seen(1)) == 1
            journal.decide(1, DECISION)
            assert await journal.keep(RESIGNED) == 2
            journal.decide(2, ())
            assert await journal.keep(Restarted("service", 1.0)) == 3

    asyncio.run(play())

    kept = read_match(path)
    assert kept.settings == SETTINGS
    assert kept.problem is None
    assert (kept.head.number, kept.head.made_by) == (1, "kibitz test")
    assert kept.head.begun == "2026-01-02T20:15:01.000Z"
    assert [entry.signal for entry in kept.entries] == [
        seen(1),
        RESIGNED,
        Restarted("service", 1.0),
    ]
    assert [entry.decision for entry in kept.entries] == [effects_text(DECISION), "[]", None]
    assert [entry.kept[-5:] for entry in kept.entries] == [".000Z"] * 3


def test_the_journal_says_which_program_wrote_it(path: Path) -> None:
    async def play() -> None:
        async with Journal(path, wall_clock=WallClock()) as journal:
            journal.begin(SETTINGS)

    asyncio.run(play())

    assert read_match(path).head.made_by.startswith("kibitz 0.")


def test_several_matches_follow_one_another_and_each_can_be_asked_for(path: Path) -> None:
    async def evening() -> None:
        async with journal_at(path) as journal:
            for length in (1, 3, 5):
                journal.begin(replace(SETTINGS, length=length))
                for number in range(length):
                    await journal.keep(seen(number))

    asyncio.run(evening())

    assert [len(kept.entries) for kept in read_journal(path)] == [1, 3, 5]
    assert read_match(path).settings.length == 5
    assert [entry.number for entry in read_match(path, 2).entries] == [2, 3, 4]


def test_the_journal_goes_on_where_it_was(path: Path) -> None:
    filled(path, 2, 3)

    async def later() -> None:
        async with journal_at(path) as journal:
            assert journal.last
            assert journal.last.number == 2
            assert journal.mended is None
            assert await journal.keep(seen(9)) == 6
            assert journal.begin(SETTINGS) == 3
            assert await journal.keep(seen(9)) == 7

    asyncio.run(later())

    assert [len(kept.entries) for kept in read_journal(path)] == [2, 4, 1]


def test_a_match_without_a_signal_is_a_match(path: Path) -> None:
    filled(path, 0)
    filled(path, 0, 1)

    assert [kept.head.first for kept in read_journal(path)] == [1, 1, 1]
    assert last_numbers(path) == [1]


def test_a_signal_needs_a_match(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            with pytest.raises(ValueError, match="none has begun"):
                journal.add(seen(1))

    asyncio.run(play())

    with pytest.raises(JournalProblem, match=r"holds no match\."):
        read_match(path)


def test_a_match_that_was_never_played_is_told(path: Path) -> None:
    filled(path, 1)

    with pytest.raises(JournalProblem, match="holds no match 2"):
        read_match(path, 2)


def test_what_is_acknowledged_is_in_the_file_while_it_is_still_being_written(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            journal.begin(SETTINGS)
            for number in range(5):
                await journal.keep(seen(number))
                assert len(last_numbers(path)) == number + 1
            await journal.tidy()
            assert len(last_numbers(path)) == 5
            assert path.with_name("club.kibitz-wal").stat().st_size == 0

    asyncio.run(play())

    assert len(last_numbers(path)) == 5


def test_what_comes_while_the_disk_is_busy_is_written_in_one_go(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []

    async def play() -> None:
        async with journal_at(path) as journal:
            write = journal._pen.write

            def watched(rows: list[Row]) -> None:
                batches.append(len(rows))
                write(rows)

            monkeypatch.setattr(journal._pen, "write", watched)
            journal.begin(SETTINGS)
            await asyncio.gather(*(journal.keep(seen(number)) for number in range(50)))

    asyncio.run(play())

    assert sum(batches) == 51
    assert len(batches) <= 2
    assert last_numbers(path) == list(range(1, 51))


def test_who_stops_waiting_loses_nothing(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            journal.begin(SETTINGS)
            for number in range(20):
                waiting = asyncio.ensure_future(journal.keep(seen(number)))
                await asyncio.sleep(0)
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await waiting
            await journal.written()
            assert len(last_numbers(path)) == 20

    asyncio.run(play())


def test_the_event_loop_goes_on_while_the_disk_is_slow(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            loop, slow = asyncio.get_running_loop(), asyncio.Event()
            write = journal._pen.write

            def only_later(rows: list[Row]) -> None:
                asyncio.run_coroutine_threadsafe(slow.wait(), loop).result()
                write(rows)

            monkeypatch.setattr(journal._pen, "write", only_later)
            journal.begin(SETTINGS)
            keeping = asyncio.ensure_future(journal.keep(seen(1)))
            for _ in range(10):
                await asyncio.sleep(0)
            assert not keeping.done()
            slow.set()
            assert await keeping == 1

    asyncio.run(play())


def test_closing_writes_what_is_left_and_leaves_one_file(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            journal.begin(SETTINGS)
            journal.decide(journal.add(seen(1)), DECISION)

    asyncio.run(play())

    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert read_match(path).entries[0].decision == effects_text(DECISION)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_journal_that_is_only_opened_is_empty_and_stays_so(path: Path) -> None:
    for _ in range(2):
        journal = asyncio.run(open_and_close(path))
        assert (journal.last, journal.mended) == (None, None)

    assert list(read_journal(path)) == []


def test_people_can_read_a_journal_with_sqlite(path: Path) -> None:
    filled(path, 2)

    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT number, kept, at, signal FROM evening").fetchall()
        checked = connection.execute("PRAGMA integrity_check").fetchall()

    assert checked == [("ok",)]
    assert rows[1][:3] == (2, "2026-01-02T20:15:03.000Z", 1000.125)
    assert '"p2=' in rows[1][3] or "p1" in rows[1][3]


def test_two_tables_have_two_journals(tmp_path: Path) -> None:
    async def both() -> None:
        async with journal_at(tmp_path / "one") as one, journal_at(tmp_path / "two") as two:
            await asyncio.gather(fill(one, [3]), fill(two, [4]))

    asyncio.run(both())

    assert [len(last_numbers(tmp_path / name)) for name in ("one", "two")] == [3, 4]


def test_a_journal_behind_a_link_is_the_journal(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path, link = tmp_path / "there" / "club", tmp_path / "club"
    link.symlink_to(path)

    filled(link, 2)
    filled(path, 1)

    assert link.is_symlink()
    assert [len(kept.entries) for kept in read_journal(link)] == [2, 1]


def test_a_journal_is_opened_before_it_is_used(path: Path) -> None:
    with pytest.raises(RuntimeError, match="not open"):
        _ = JournalFile(path).connection
    with pytest.raises(RuntimeError, match="not open"):
        asyncio.run(journal_at(path).tidy())


def test_deciding_a_signal_twice_is_our_own_mistake(path: Path) -> None:
    async def play() -> None:
        async with journal_at(path) as journal:
            await fill(journal, [1])
            journal.decide(1, DECISION)
            await journal.written()

    with pytest.raises(sqlite3.IntegrityError):
        asyncio.run(play())

    assert last_numbers(path) == [1]
