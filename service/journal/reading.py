"""Reading a journal: its matches and, of each, every signal that is as it was written."""

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
from types import TracebackType
from typing import Self

from hardware.signals import Signal
from referee.settings import MatchSettings
from service.journal.pages import (
    APPLICATION_ID,
    VERSION,
    Row,
    ask,
    beside,
    connect,
    pragma,
    real,
    row_of,
)
from service.journal.problems import JournalProblem, sqlite_problem, system_problem
from service.plain import NotPlain, value_of

LONGEST_ROW = 1_000_000
"""Bytes; the longest signal has a few thousand, and a stranger's journal may hold anything."""
_CANNOT_SHARE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
_PRIMARY = 0xFF
_BOTH_ENDS = (
    "SELECT * FROM match ORDER BY number",
    "SELECT * FROM match ORDER BY number DESC",
)


@dataclass(frozen=True, slots=True)
class MatchHead:
    """What a journal says of a match before its first signal."""

    number: int
    first: int
    """The number of its first signal."""
    begun: str
    """UTC."""
    made_by: str
    settings_text: str

    @property
    def row(self) -> Row:
        """The same, as it is stored."""
        values = (self.number, self.first, self.begun, self.made_by, self.settings_text)
        return Row("match", values)


@dataclass(frozen=True, slots=True)
class Entry:
    """A signal that was kept, and what was decided on it."""

    number: int
    kept: str
    """UTC."""
    signal: Signal
    decision: str | None
    """The effects as canonical JSON; None if power went, or something failed, before that."""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match read from a journal, and why it breaks off if it does."""

    head: MatchHead
    settings: MatchSettings
    entries: tuple[Entry, ...]
    problem: JournalProblem | None = None


def read_match(path: Path, number: int | None = None) -> KeptMatch:
    """The match of this number, or the last one, as far as it is intact."""
    with JournalFile(path) as journal:
        head = journal.match(number)
        return journal.kept(head)


def read_journal(path: Path) -> Iterator[KeptMatch]:
    """Every match of a journal, each as far as it is intact."""
    with JournalFile(path) as journal:
        for head in journal.matches:
            yield journal.kept(head)


class JournalFile:
    """A journal open for reading; whoever writes it may go on, and nothing is changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.matches: tuple[MatchHead, ...] = ()
        """Those whose heads are intact."""
        self.heads_are_whole = True
        self._open = ExitStack()
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        try:
            self._connection = self._connected()
            self._refuse_strangers()
            self._read_heads()
        except sqlite3.Error as error:
            self._open.close()
            raise sqlite_problem(error, self.path, otherwise="damaged") from error
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
        """The match of this number, or the last one; JournalProblem if there is none."""
        if number is None and self.last:
            return self.last
        if number is None:
            raise JournalProblem("no_match", self.path)
        found = next((head for head in self.matches if head.number == number), None)
        if not found:
            raise JournalProblem("no_such_match", self.path, match=number)
        return found

    def settings(self, head: MatchHead) -> MatchSettings:
        """What the players had agreed on."""
        try:
            settings: MatchSettings = value_of(head.settings_text, MatchSettings)
        except NotPlain as error:
            raise JournalProblem(
                "match_not_understood", self.path, match=head.number, problem=error
            ) from error
        return settings

    def kept(self, head: MatchHead) -> KeptMatch:
        """All of a match that is intact."""
        entries: list[Entry] = []
        problem = None
        try:
            for entry in self.entries(head):
                entries.append(entry)  # noqa: PERF402 - those before a problem count
        except JournalProblem as broken:
            problem = broken
        return KeptMatch(head, self.settings(head), tuple(entries), problem)

    def entries(self, head: MatchHead) -> Iterator[Entry]:
        """The signals of a match in their order, till it ends or, by JournalProblem, breaks off."""
        damaged = None
        for row in self.signal_rows(head):
            number, _, kept, text = row.values
            decision = self.decision_row(int(number))
            if isinstance(decision, JournalProblem):
                damaged = damaged or decision
                decision = None
            yield Entry(
                int(number),
                str(kept),
                self._signal(int(number), str(text)),
                str(decision.values[1]) if decision else None,
            )
        if damaged:
            raise damaged

    def signal_rows(self, head: MatchHead) -> Iterator[Row]:
        """The rows of its signals till the match ends or, by JournalProblem, breaks off."""
        number = head.first
        following = next((later for later in self.matches if later.number > head.number), None)
        try:
            for stored in self._scan(head.first, following):
                row = row_of("signal", stored)
                if row and row.values[1] != head.number:
                    break
                if not row or row.values[0] != number:
                    raise self._broken(head, number)
                yield row
                number += 1
        except sqlite3.Error as error:
            raise self._broken(head, number) from error
        if following and following.number == head.number + 1 and following.first != number:
            raise self._broken(head, number)

    def decision_row(self, number: int) -> Row | JournalProblem | None:
        """The row of the decision on a signal, if there is one and it is intact."""
        try:
            query = "SELECT * FROM decision WHERE number = ?"
            stored = next(ask(self.connection, query, number), None)
        except sqlite3.Error:
            return JournalProblem("decision_damaged", self.path, number=number)
        row = row_of("decision", stored) if stored else None
        if stored and not (row and row.values[0] == number):
            return JournalProblem("decision_damaged", self.path, number=number)
        return row

    def _scan(self, first: int, following: MatchHead | None) -> Iterator[tuple[int | bytes, ...]]:
        query = "SELECT * FROM signal WHERE number >= ? AND number < ? ORDER BY number"
        limit = following.first if following else 2**63 - 1
        return ask(self.connection, query, first, limit)

    def _signal(self, number: int, text: str) -> Signal:
        try:
            signal: Signal = value_of(text, Signal)
        except NotPlain as error:
            raise JournalProblem(
                "signal_not_understood", self.path, number=number, problem=error
            ) from error
        return signal

    def _broken(self, head: MatchHead, number: int) -> JournalProblem:
        kept = number - head.first
        return JournalProblem("breaks_off", self.path, match=head.number, count=kept)

    def _connected(self) -> sqlite3.Connection:
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
        path = real(self.path)
        if not beside(path, "-wal").exists():
            # Nobody is writing; otherwise SQLite would leave its own files beside this one.
            return self._connection_to(path, "mode=ro&immutable=1")
        try:
            return self._connection_to(path, "mode=ro")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY not in _CANNOT_SHARE:
                raise
            return self._connection_to(self._copied(), "mode=rw")

    def _connection_to(self, path: Path, how: str) -> sqlite3.Connection:
        connection = connect(path, how)
        self._open.callback(connection.close)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ROW)
        pragma(connection, "schema_version")
        return connection

    def _copied(self) -> Path:
        """A copy where SQLite may keep its files, as it may not beside the journal."""
        folder = Path(self._open.enter_context(TemporaryDirectory()))
        try:
            for path in (real(self.path), beside(real(self.path), "-wal")):
                shutil.copyfile(path, folder / path.name)
        except OSError as error:
            raise system_problem(error, self.path) from error
        return folder / real(self.path).name

    def _refuse_strangers(self) -> None:
        if pragma(self.connection, "application_id") != APPLICATION_ID:
            raise JournalProblem("no_journal", self.path)
        version = pragma(self.connection, "user_version")
        if version > VERSION:
            raise JournalProblem("newer", self.path, version=version, known=VERSION)

    def _read_heads(self) -> None:
        """Look at them from both ends, for between them may be damage."""
        heads = {head.number: head for order in _BOTH_ENDS for head in self._heads(order)}
        self.matches = tuple(heads[number] for number in sorted(heads))

    def _heads(self, query: str) -> Iterator[MatchHead]:
        try:
            for stored in ask(self.connection, query):
                row = row_of("match", stored)
                if row:
                    yield MatchHead(*row.values)  # type: ignore[arg-type]
                self.heads_are_whole &= row is not None
        except sqlite3.Error:
            self.heads_are_whole = False
