"""The pages of a journal: its tables in SQLite, and the rows in them with their check sums."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

APPLICATION_ID = 0x4B494254
"""`KIBT`: tells a journal from any other database."""
VERSION = 1
PAGE = 4096
PATIENCE = 5
"""Seconds to wait for another program to let go."""

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
"""What a journal is made of; `evening` is for people who look into it with `sqlite3`."""
MARK = b"of a Kibitz journal"
"""Words of the tables, as the file holds them."""

_INSERT = {
    "match": "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?)",
    "signal": "INSERT INTO signal VALUES (?, ?, ?, ?, ?)",
    "decision": "INSERT INTO decision VALUES (?, ?, ?)",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, without its check sum."""

    table: str
    values: tuple[int | str, ...]

    def insert(self, connection: sqlite3.Connection) -> None:
        """Write it down."""
        connection.execute(_INSERT[self.table], (*self.values, crc_of(self.values)))


def crc_of(values: tuple[int | str, ...]) -> int:
    """The check sum of a row."""
    return zlib.crc32("\n".join(map(str, values)).encode())


def row_of(table: str, stored: tuple[object, ...]) -> Row | None:
    """The row that is stored so; None if it is not as it was written."""
    values = tuple(_decoded(value) for value in stored[:-1])
    whole = tuple(value for value in values if value is not None)
    return Row(table, whole) if values == whole and crc_of(whole) == stored[-1] else None


def real(path: Path) -> Path:
    """The file itself, where the path is a link to it: what accompanies it lies beside it."""
    return Path(os.path.realpath(path))


def beside(path: Path, ending: str) -> Path:
    """A file that accompanies another."""
    return path.with_name(path.name + ending)


def connect(path: Path, how: str) -> sqlite3.Connection:
    """A connection that commits by itself, and gives texts as bytes, for they may be damaged."""
    uri = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE)
    connection.text_factory = bytes
    return connection


def lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables of a journal; belongs into a transaction."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    for statement in TABLES.values():
        connection.execute(statement)


def ask(
    connection: sqlite3.Connection, query: str, *values: int
) -> Iterator[tuple[int | bytes, ...]]:
    """The rows that answer a query; sqlite3.Error, however damaged the file is."""
    try:
        yield from connection.execute(query, values)
    except UnicodeDecodeError as error:
        # Python reads the names of tables and columns, and they may be damaged as well.
        raise sqlite3.DatabaseError(str(error)) from error


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """A number that the file says about itself."""
    (row,) = ask(connection, f"PRAGMA {name}")
    return int(row[0])


def _decoded(value: object) -> int | str | None:
    """A value as it was written; None for what cannot have been."""
    if isinstance(value, int):
        return value
    try:
        return value.decode() if isinstance(value, bytes) else None
    except UnicodeDecodeError:
        return None
