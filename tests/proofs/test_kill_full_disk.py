"""The disk may be full in the midst of a match: it is told, the game goes on, nothing is lost."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

from hardware.signals import Garbled
from service.journal.journal import Journal
from service.journal.reading import read_match
from service.tables.recorded import recorded
from service.tables.running import Running, running
from tests.rigs.journals import open_and_close
from tests.rigs.logs import LogWatch
from tests.rigs.tables import SETUP, a_match, performance, seated_at, ways

PLENTY = 2**20
"""Pages of a disk with room enough."""


def most_pages(journal: Journal, pages: int) -> None:
    """Let the file grow to so many pages and no more, as on a disk that is full then."""

    def set_limit(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    _in_its_thread(journal, set_limit)


def _in_its_thread(journal: Journal, do: Callable[[sqlite3.Connection], None]) -> None:
    connection, thread = journal._pen._connection, journal._thread
    assert connection
    assert thread
    thread.submit(do, connection).result()


def test_a_match_is_played_on_while_the_disk_is_full_and_kept_when_there_is_room(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect(
        "service.tables.table", logging.ERROR, "cannot be written: the disk is full."
    )
    expected_logs.expect("service.tables.table", logging.WARNING, "nothing is lost")
    expected_logs.expect("service.tables.table", logging.WARNING, "makes no sense")
    record = a_match()

    async def evening() -> Running:
        async with running(SETUP, ways(tmp_path), lambda _seen: None) as table:
            seated = seated_at(table)
            await seated.passes(1)
            most_pages(table.journal, 12)
            await seated.play(performance(record))
            kept = read_match(table.journal.path)
            problem = table.table.unwritten
            assert problem is not None
            assert problem.key == "full"
            assert table.table.state.match.winner is record.final.winner
            assert len(recorded(kept).record.events) < len(record.events) / 2

            most_pages(table.journal, PLENTY)
            seated.table.say(Garbled("page", seated.clock.now(), ""))
            await seated.table.quiet()
            assert table.table.unwritten is None
        return table

    table = asyncio.run(evening())

    kept = read_match(table.journal.path)
    assert recorded(kept).record.events == record.events
    assert all(entry.decision for entry in kept.entries)
    assert asyncio.run(open_and_close(table.journal.path)).mended is None
