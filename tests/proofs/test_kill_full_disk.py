"""A full disk in the midst of a match is reported, the game goes on, and nothing is lost."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

from hardware.signals import GarbledData
from service.records.stored_matches import record_of_match
from service.storage.journal import Journal
from service.storage.journal_reader import read_match
from service.table.table_runtime import TableRuntime, run_table
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.storage.example_journals import open_and_close
from tests.rigs.tables import table_in_memory as tables

PLENTY = 2**20
"""Pages of a disk with room enough."""


def limit_pages(journal: Journal, pages: int) -> None:
    """Limits the file to so many pages, as a full disk does."""

    def set_limit(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    _run_in_journal_thread(journal, set_limit)


def _run_in_journal_thread(journal: Journal, do: Callable[[sqlite3.Connection], None]) -> None:
    connection, thread = journal._transaction._connection, journal._thread
    assert connection
    assert thread
    thread.submit(do, connection).result()


def test_match_goes_on_while_the_disk_is_full_and_is_stored_when_there_is_room(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect(
        "service.table.refereed_table", logging.ERROR, "cannot be written: the disk is full."
    )
    expected_logs.expect("service.table.refereed_table", logging.WARNING, "no entry was lost")
    expected_logs.expect("service.table.refereed_table", logging.WARNING, "invalid signal")
    record = tables.random_record()

    async def evening() -> TableRuntime:
        async with run_table(
            tables.TABLE_SETTINGS, tables.service_options(tmp_path), lambda _seen: None
        ) as table:
            seated = tables.hands_at(table)
            await seated.pass_seconds(1)
            limit_pages(table.journal, 12)
            await seated.play(tables.tidy_performance(record))
            stored = read_match(table.journal.path)
            problem = table.table.journal_problem
            assert problem is not None
            assert problem.key == "full"
            assert table.table.state.match.winner is record.final.winner
            assert len(record_of_match(stored).record.events) < len(record.events) / 2

            limit_pages(table.journal, PLENTY)
            seated.table.submit(GarbledData("page", seated.clock.now(), ""))
            await seated.table.wait_until_quiet()
            assert table.table.journal_problem is None
        return table

    table = asyncio.run(evening())

    stored = read_match(table.journal.path)
    assert record_of_match(stored).record.events == record.events
    assert all(entry.decision for entry in stored.entries)
    assert asyncio.run(open_and_close(table.journal.path)).repaired_damage is None
