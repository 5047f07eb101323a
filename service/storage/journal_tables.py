"""The database of a journal: its tables and rows, and the problems with it."""

from __future__ import annotations

import errno
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.words.phrases import ENGLISH, Phrases, phrases_in

_KEYS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "no_permission",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "no_journal",
}
_ERRNO_KEYS: dict[int | None, str] = {
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EISDIR: "no_file",
    errno.ENOENT: "cannot_open",
    errno.ENOTDIR: "cannot_open",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
}
PRIMARY_CODE = 0xFF
"""The bits of an SQLite error code that hold its primary kind."""


class JournalProblem(Exception):
    """A journal that cannot be written or read, with the key of the phrase that says why."""

    def __init__(self, key: str, path: Path, **values: Any) -> None:
        super().__init__(key, path, values)
        self.key = key
        self.path = path
        self.values = values

    def __str__(self) -> str:
        return self.in_words(phrases_in(ENGLISH))

    @property
    def is_of_newer_program(self) -> bool:
        """True if a newer program wrote what this one does not know."""
        return self.key in ("signal_newer", "match_newer")

    def in_words(self, phrases: Phrases) -> str:
        return phrases.say(f"journal.{self.key}", file=self.path, **self.values)


def sqlite_problem(error: sqlite3.Error, path: Path, otherwise: str = "failed") -> JournalProblem:
    """Translates an error of SQLite; `otherwise` is the key of those without one of their own."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY_CODE
    key = _KEYS.get(code, otherwise)
    return JournalProblem(key, path, **({"problem": error} if key == "failed" else {}))


def system_problem(error: OSError, path: Path) -> JournalProblem:
    """Translates an error of the operating system."""
    key = _ERRNO_KEYS.get(error.errno, "failed")
    return JournalProblem(key, path, **({"problem": error.strerror} if key == "failed" else {}))


APPLICATION_ID = 0x4B494254
"""`KIBT`, which tells a journal from any other database."""
VERSION = 1
PAGE = 4096
BUSY_TIMEOUT = 5
"""Seconds to wait for a lock of another program."""

TABLES = {
    "match": """\
CREATE TABLE match ( -- of a Kibitz journal
  number INTEGER PRIMARY KEY,
  first INTEGER NOT NULL, -- the number of its first signal
  begun TEXT NOT NULL, -- UTC
  made_by TEXT NOT NULL,
  settings TEXT NOT NULL,
  crc INTEGER NOT NULL -- CRC-32 of the columns before it, a line each
) STRICT""",
    "signal": """\
CREATE TABLE signal (
  number INTEGER PRIMARY KEY,
  match INTEGER NOT NULL,
  kept TEXT NOT NULL, -- UTC
  signal TEXT NOT NULL,
  crc INTEGER NOT NULL
) STRICT""",
    "decision": """\
CREATE TABLE decision (
  number INTEGER PRIMARY KEY, -- of the signal
  effects TEXT NOT NULL,
  crc INTEGER NOT NULL
) STRICT""",
    "evening": """\
CREATE VIEW evening AS
  SELECT number, match, kept, json_extract(signal, '$.at') AS at, signal, effects
  FROM signal LEFT JOIN decision USING (number)""",
}
"""The tables of a journal; `evening` is a view for people who open it with `sqlite3`."""
MARK = b"of a Kibitz journal"
"""The mark by which a damaged journal is recognized."""
_INSERT = {
    "match": "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?)",
    "signal": "INSERT INTO signal VALUES (?, ?, ?, ?, ?)",
    "decision": "INSERT INTO decision VALUES (?, ?, ?)",
}


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One row of a table, without its checksum."""

    table: str
    values: tuple[int | str, ...]

    def insert(self, connection: sqlite3.Connection) -> None:
        connection.execute(_INSERT[self.table], (*self.values, crc_of(self.values)))


def crc_of(values: tuple[int | str, ...]) -> int:
    """The checksum of a row."""
    return zlib.crc32("\n".join(map(str, values)).encode())


def row_of(table: str, stored: tuple[object, ...]) -> JournalRow | None:
    """The row of these stored values; None if its checksum does not match."""
    values = tuple(_decode(value) for value in stored[:-1])
    whole = tuple(value for value in values if value is not None)
    return JournalRow(table, whole) if values == whole and crc_of(whole) == stored[-1] else None


def real_path(path: Path) -> Path:
    """The file that a path links to; the write-ahead log and the lock lie beside that."""
    return Path(os.path.realpath(path))


def sibling_file(path: Path, ending: str) -> Path:
    """The path of a file that lies beside another one."""
    return path.with_name(path.name + ending)


def connect(path: Path, how: str) -> sqlite3.Connection:
    """A connection in autocommit mode; texts come as bytes, since they may be damaged."""
    uri = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_TIMEOUT)
    connection.text_factory = bytes
    return connection


def create_tables(connection: sqlite3.Connection) -> None:
    """Creates the tables of a journal; call it within a transaction."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    for statement in TABLES.values():
        connection.execute(statement)


def query_rows(
    connection: sqlite3.Connection, query: str, *values: int
) -> Iterator[tuple[int | bytes, ...]]:
    """Yields the rows of a query; only sqlite3.Error is raised, however damaged the file is."""
    try:
        yield from connection.execute(query, values)
    except UnicodeDecodeError as error:
        # Python reads the names of tables and columns, and they may be damaged as well.
        raise sqlite3.DatabaseError(str(error)) from error


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """The value of a numeric pragma."""
    (row,) = query_rows(connection, f"PRAGMA {name}")
    return int(row[0])


def _decode(value: object) -> int | str | None:
    """A stored value as it was written; None if a journal never holds such a value."""
    if isinstance(value, int):
        return value
    try:
        return value.decode() if isinstance(value, bytes) else None
    except UnicodeDecodeError:
        return None


SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "journal_size_limit = 1000000")
_PROGRAM_ERRORS = (sqlite3.IntegrityError, sqlite3.ProgrammingError)


class JournalTransaction:
    """Writes batches of rows into the file of a journal, from one thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None

    def open(self) -> None:
        """Opens the file; JournalProblem if it cannot be written."""
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

    def write(self, rows: Iterable[JournalRow]) -> None:
        """Writes rows; when this returns they survive a power cut."""
        connection = self._open_connection()
        try:
            connection.execute("BEGIN IMMEDIATE")
            for row in rows:
                row.insert(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            if isinstance(error, _PROGRAM_ERRORS):
                raise
            raise sqlite_problem(error, self.path) from error

    def checkpoint(self) -> None:
        """Moves everything into the main file and truncates the write-ahead log."""
        try:
            self._open_connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise sqlite_problem(error, self.path) from error

    def close(self) -> None:
        """Closes the file; doing so twice is fine."""
        connection, self._connection = self._connection, None
        try:
            if connection:
                connection.close()
        except sqlite3.Error as error:
            raise sqlite_problem(error, self.path) from error

    def _open_connection(self) -> sqlite3.Connection:
        if self._connection is None:
            raise RuntimeError("the journal is not open")
        return self._connection
