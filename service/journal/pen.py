"""The one hand that writes a journal: each batch of rows is on the disk whole, or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from service.journal.pages import Row, connect
from service.journal.problems import sqlite_problem

SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "journal_size_limit = 1000000")
_OUR_MISTAKES = (sqlite3.IntegrityError, sqlite3.ProgrammingError)


class Pen:
    """Writes into the file of a journal, from one thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None

    def open(self) -> None:
        """Take hold of the file; JournalProblem if it cannot be written."""
        self._connection = connect(self.path, "mode=rw")
        try:
            for setting in SETTINGS:
                self._connection.execute(f"PRAGMA {setting}")
            self.write([])
        except sqlite3.Error as error:
            self.close()
            raise sqlite_problem(error, self.path) from error
        except BaseException:
            self.close()
            raise

    def write(self, rows: Iterable[Row]) -> None:
        """Write rows down; when this returns they survive a power cut."""
        connection = self._held()
        try:
            connection.execute("BEGIN IMMEDIATE")
            for row in rows:
                row.insert(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            if isinstance(error, _OUR_MISTAKES):
                raise
            raise sqlite_problem(error, self.path) from error

    def tidy(self) -> None:
        """Bring everything into the main file, and make the file beside it small."""
        try:
            self._held().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise sqlite_problem(error, self.path) from error

    def close(self) -> None:
        """Let go; doing so twice is fine."""
        connection, self._connection = self._connection, None
        try:
            if connection:
                connection.close()
        except sqlite3.Error as error:
            raise sqlite_problem(error, self.path) from error

    def _held(self) -> sqlite3.Connection:
        if self._connection is None:
            raise RuntimeError("the journal is not open")
        return self._connection
