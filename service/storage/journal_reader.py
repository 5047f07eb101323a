"""Reads the matches of a journal and their intact signals."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from hardware.signals import Signal
from referee.match_settings import MatchSettings
from service.storage.codec import DecodingError, UnknownName
from service.storage.journal_tables import (
    APPLICATION_ID,
    PRIMARY_CODE,
    VERSION,
    JournalProblem,
    JournalRow,
    connect,
    pragma,
    query_rows,
    real_path,
    row_of,
    sibling_file,
    sqlite_problem,
    system_problem,
)
from service.storage.stored_format import FORMAT

MAX_ROW_BYTES = 1_000_000
"""Bytes; the longest signal has a few thousand, but a foreign file may hold anything."""
_NEEDS_COPY = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
_BOTH_ENDS = ("SELECT * FROM match ORDER BY number", "SELECT * FROM match ORDER BY number DESC")


@dataclass(frozen=True, slots=True)
class MatchHead:
    """The row of a match: its number, its settings and where its signals begin."""

    number: int
    first: int
    """The number of its first signal."""
    begun: str
    """UTC, in ISO 8601."""
    made_by: str
    settings_text: str

    @property
    def row(self) -> JournalRow:
        """The head as a row of the table `match`."""
        values = (self.number, self.first, self.begun, self.made_by, self.settings_text)
        return JournalRow("match", values)


@dataclass(frozen=True, slots=True)
class SignalEntry:
    """A stored signal and the decision on it."""

    number: int
    stored_at: str
    """UTC, in ISO 8601."""
    signal: Signal
    decision: str | None
    """The effects as canonical JSON; None if the program ended before it was written."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match read from a journal, and the problem at which it breaks off, if any."""

    head: MatchHead
    settings: MatchSettings
    entries: tuple[SignalEntry, ...]
    problem: JournalProblem | None = None


def read_match(path: Path, number: int | None = None) -> StoredMatch:
    """Reads the match of this number, or the last one, as far as it is intact."""
    with JournalFile(path) as journal:
        return journal.stored_match(journal.match(number))


def read_journal(path: Path) -> Iterator[StoredMatch]:
    """Yields every match of a journal, each as far as it is intact."""
    with JournalFile(path) as journal:
        for head in journal.matches:
            yield journal.stored_match(head)


class JournalFile:
    """A journal open for reading; another program may go on writing it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.matches: tuple[MatchHead, ...] = ()
        """The matches with an intact head."""
        self.heads_are_whole = True
        self._open = ExitStack()
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        try:
            self._connection = self._connect()
            self._check_is_journal()
            self._read_heads()
        except sqlite3.Error as error:
            self._open.close()
            raise sqlite_problem(error, self.path, otherwise="damaged") from error
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self._open.close()

    @property
    def connection(self) -> sqlite3.Connection:
        if self._connection is None:
            raise RuntimeError("the journal is not open")
        return self._connection

    @property
    def last(self) -> MatchHead | None:
        """The latest match; None if there is none."""
        return self.matches[-1] if self.matches else None

    def match(self, number: int | None = None) -> MatchHead:
        """The head of the match of this number, or of the last one; JournalProblem if missing."""
        if number is None and self.last:
            return self.last
        if number is None:
            raise JournalProblem("no_match", self.path)
        found = next((head for head in self.matches if head.number == number), None)
        if not found:
            raise JournalProblem("no_such_match", self.path, match=number)
        return found

    def settings(self, head: MatchHead) -> MatchSettings:
        """The settings of a match; JournalProblem if this version cannot read them."""
        try:
            settings: MatchSettings = FORMAT.decode(head.settings_text, MatchSettings)
        except DecodingError as error:
            key = "match_newer" if isinstance(error, UnknownName) else "match_not_understood"
            raise JournalProblem(key, self.path, match=head.number, problem=error) from error
        return settings

    def stored_match(self, head: MatchHead) -> StoredMatch:
        """The match as far as it is intact."""
        entries: list[SignalEntry] = []
        problem = None
        try:
            for entry in self.entries(head):
                entries.append(entry)  # noqa: PERF402 - those before a problem count
        except JournalProblem as broken:
            problem = broken
        return StoredMatch(head, self.settings(head), tuple(entries), problem)

    def entries(self, head: MatchHead) -> Iterator[SignalEntry]:
        """Yields the entries of a match in order; JournalProblem where it breaks off."""
        damage = None
        for row in self.signal_rows(head):
            number, _, stored_at, text = row.values
            decision = self.decision_row(int(number))
            if isinstance(decision, JournalProblem):
                damage = damage or decision
                decision = None
            yield SignalEntry(
                int(number),
                str(stored_at),
                self._signal(int(number), str(text)),
                str(decision.values[1]) if decision else None,
            )
        if damage:
            raise damage

    def signal_rows(self, head: MatchHead) -> Iterator[JournalRow]:
        """Yields the rows of its signals in order; JournalProblem where the match breaks off."""
        number = head.first
        following = next((later for later in self.matches if later.number > head.number), None)
        try:
            for stored in self._scan(head.first, following):
                row = row_of("signal", stored)
                if row and row.values[1] != head.number:
                    break
                if not row or row.values[0] != number:
                    raise self._break_problem(head, number)
                yield row
                number += 1
        except sqlite3.Error as error:
            raise self._break_problem(head, number) from error
        if following and following.number == head.number + 1 and following.first != number:
            raise self._break_problem(head, number)

    def decision_row(self, number: int) -> JournalRow | JournalProblem | None:
        """The row of the decision on a signal; None if there is none, the problem if damaged."""
        try:
            query = "SELECT * FROM decision WHERE number = ?"
            stored = next(query_rows(self.connection, query, number), None)
        except sqlite3.Error:
            return JournalProblem("decision_damaged", self.path, number=number)
        row = row_of("decision", stored) if stored else None
        if stored and not (row and row.values[0] == number):
            return JournalProblem("decision_damaged", self.path, number=number)
        return row

    def _scan(self, first: int, following: MatchHead | None) -> Iterator[tuple[int | bytes, ...]]:
        query = "SELECT * FROM signal WHERE number >= ? AND number < ? ORDER BY number"
        limit = following.first if following else 2**63 - 1
        return query_rows(self.connection, query, first, limit)

    def _signal(self, number: int, text: str) -> Signal:
        try:
            signal: Signal = FORMAT.decode(text, Signal)
        except DecodingError as error:
            key = "signal_newer" if isinstance(error, UnknownName) else "signal_not_understood"
            raise JournalProblem(key, self.path, number=number, problem=error) from error
        return signal

    def _break_problem(self, head: MatchHead, number: int) -> JournalProblem:
        count = number - head.first
        return JournalProblem("breaks_off", self.path, match=head.number, count=count)

    def _connect(self) -> sqlite3.Connection:
        try:
            about = self.path.stat()
            if not stat.S_ISREG(about.st_mode):
                raise JournalProblem("no_file", self.path)
            if not about.st_size:
                # SQLite would delete what lies beside an empty file.
                raise JournalProblem("no_journal", self.path)
        except OSError as error:
            raise system_problem(error, self.path) from error
        if not os.access(self.path, os.R_OK, effective_ids=True):
            raise JournalProblem("no_permission", self.path)
        path = real_path(self.path)
        if not sibling_file(path, "-wal").exists():
            # Nobody is writing; otherwise SQLite would leave its own files beside this one.
            return self._open_database(path, "mode=ro&immutable=1")
        try:
            return self._open_database(path, "mode=ro")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY_CODE not in _NEEDS_COPY:
                raise
            return self._open_database(self._copy(), "mode=rw")

    def _open_database(self, path: Path, how: str) -> sqlite3.Connection:
        connection = connect(path, how)
        self._open.callback(connection.close)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW_BYTES)
        pragma(connection, "schema_version")
        return connection

    def _copy(self) -> Path:
        """Copies the journal to a folder in which SQLite may create its files."""
        folder = Path(self._open.enter_context(TemporaryDirectory()))
        try:
            for file in (path := real_path(self.path), sibling_file(path, "-wal")):
                shutil.copyfile(file, folder / file.name)
        except OSError as error:
            raise system_problem(error, self.path) from error
        return folder / path.name

    def _check_is_journal(self) -> None:
        if pragma(self.connection, "application_id") != APPLICATION_ID:
            raise JournalProblem("no_journal", self.path)
        version = pragma(self.connection, "user_version")
        if version > VERSION:
            raise JournalProblem("newer", self.path, version=version, known=VERSION)

    def _read_heads(self) -> None:
        """Reads the heads from both ends, since damage may lie between them."""
        heads = {head.number: head for order in _BOTH_ENDS for head in self._heads(order)}
        self.matches = tuple(heads[number] for number in sorted(heads))

    def _heads(self, query: str) -> Iterator[MatchHead]:
        try:
            for stored in query_rows(self.connection, query):
                row = row_of("match", stored)
                if row:
                    yield MatchHead(*row.values)  # type: ignore[arg-type]
                self.heads_are_whole &= row is not None
        except sqlite3.Error:
            self.heads_are_whole = False
