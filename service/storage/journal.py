"""The journal of a table, open for writing and locked; a journal that stores nothing."""

from __future__ import annotations

import asyncio
import fcntl
import os
import stat
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Protocol, Self, TypeVar

from hardware.signals import Signal
from referee.effects import Effect
from referee.match_settings import MatchSettings
from service.storage.journal_reader import JournalFile, MatchHead
from service.storage.journal_repair import prepare_journal
from service.storage.journal_tables import (
    JournalProblem,
    JournalRow,
    JournalTransaction,
    real_path,
    sibling_file,
    system_problem,
)
from service.storage.stored_format import FORMAT


class JournalWriter(Protocol):
    """The interface of a journal as a table uses it; see `Journal`."""

    def begin(self, settings: MatchSettings) -> int: ...

    def add(self, signal: Signal) -> int: ...

    def decide(self, number: int, effects: Iterable[Effect]) -> None: ...

    async def wait_until_written(self) -> None: ...

    async def checkpoint(self) -> None: ...


class NullJournal:
    """Numbers matches and signals like a journal, and stores nothing."""

    def __init__(self) -> None:
        self._matches = self._signals = 0

    def begin(self, settings: MatchSettings) -> int:
        del settings
        self._matches += 1
        return self._matches

    def add(self, signal: Signal) -> int:
        del signal
        self._signals += 1
        return self._signals

    def decide(self, number: int, effects: Iterable[Effect]) -> None:
        """Does nothing."""

    async def wait_until_written(self) -> None:
        """Returns at once."""

    async def checkpoint(self) -> None:
        """Does nothing."""


_LOCK_FLAGS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


class JournalLock:
    """The lock file beside a journal; the system releases it when the program ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path
        self._handle: int | None = None

    def take(self) -> None:
        """Takes the lock; JournalProblem if another program has it."""
        self._file = sibling_file(real_path(self.path), ".lock")
        while self._handle is None:
            self._handle = self._lock(self._open())
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Releases the lock; doing so twice is fine."""
        if self._handle is not None:
            self._file.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def _open(self) -> int:
        """Opens the lock file; JournalProblem if it is a link, or no regular file."""
        try:
            handle = os.open(self._file, _LOCK_FLAGS, 0o644)
        except OSError as error:
            raise system_problem(error, self.path) from error
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise JournalProblem("failed", self.path, problem=f"{self._file.name} is no file")
        return handle

    def _lock(self, handle: int) -> int | None:
        """Locks the open file; None if it was deleted meanwhile."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(handle, 20, 0).decode(errors="replace").strip()
            os.close(handle)
            if isinstance(error, BlockingIOError):
                raise JournalProblem("in_use", self.path, process=holder or "?") from error
            raise system_problem(error, self.path) from error
        if self._is_there(handle):
            return handle
        os.close(handle)
        return None

    def _is_there(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self._file.lstat())
        except FileNotFoundError:
            return False


Effects = tuple[Effect, ...]
"""The effects that the referee decided on one signal."""

T = TypeVar("T")


def utc_now() -> datetime:
    """The time of day in UTC."""
    return datetime.now(UTC)


def effects_text(effects: Iterable[Effect]) -> str:
    """Returns a decision as canonical JSON: the same text for equal effects."""
    return FORMAT.encode(tuple(effects), Effects, canonical=True)


class Journal:
    """A journal open for writing in a thread of its own, locked against other programs.

    Queued rows are written when somebody waits for them, in one transaction with all rows that
    were queued meanwhile. Rows that could not be written stay queued, and are tried again.
    """

    def __init__(
        self,
        path: Path,
        *,
        made_by: str | None = None,
        wall_clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.path = path
        self.repaired_damage: JournalProblem | None = None
        """The damage that was repaired when the journal was opened; None if it was whole."""
        self.last: MatchHead | None = None
        """The last match in the journal when it was opened."""
        self._made_by = made_by
        self._wall_clock = wall_clock
        self._match = 0
        self._next = 1
        self._waiting: list[JournalRow] = []
        self._queued = 0
        self._written = 0
        self._writing = asyncio.Lock()
        self._thread: ThreadPoolExecutor | None = None
        self._lock = JournalLock(path)
        self._transaction = JournalTransaction(path)

    async def __aenter__(self) -> Self:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        try:
            await self.run_in_thread(self._open)
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            if self._thread:
                await self.checkpoint()
        except JournalProblem:
            if error is None:
                raise
        finally:
            await self._close()

    @property
    def match(self) -> int:
        """The number of the current match; 0 before the first one."""
        return self._match

    def begin(self, settings: MatchSettings) -> int:
        """Begins a new match with these settings and returns its number in this journal."""
        text = FORMAT.encode(settings, MatchSettings)
        made_by = self._made_by or f"kibitz {version('kibitz')}"
        self._match += 1
        self._queue("match", self._match, self._next, self._now(), made_by, text)
        return self._match

    def add(self, signal: Signal) -> int:
        """Queues a signal of the match, before it is judged, and returns its number."""
        if not self._match:
            raise ValueError("a signal belongs to a match, and none has begun")
        text = FORMAT.encode(signal, Signal)
        number, self._next = self._next, self._next + 1
        self._queue("signal", number, self._match, self._now(), text)
        return number

    def decide(self, number: int, effects: Iterable[Effect]) -> None:
        """Queues the decision on the signal of this number."""
        self._queue("decision", number, effects_text(effects))

    async def wait_until_written(self) -> None:
        """Returns when everything queued so far survives a power cut.

        Raises JournalProblem if it cannot be written now; nothing is lost, the next call retries.
        """
        last = self._queued
        async with self._writing:
            if self._written < last:
                await self.run_in_thread(self._write)

    async def store(self, signal: Signal) -> int:
        """Queues a signal and returns its number when it survives a power cut."""
        number = self.add(signal)
        await self.wait_until_written()
        return number

    async def run_in_thread(self, work: Callable[[], T]) -> T:
        """Runs some work in the thread of the journal and returns its result."""
        if self._thread is None:
            raise RuntimeError("the journal is not open")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def checkpoint(self) -> None:
        """Writes the rest and empties the write-ahead log; meant for the end of a game."""
        await self.wait_until_written()
        async with self._writing:
            await self.run_in_thread(self._transaction.checkpoint)

    def _queue(self, table: str, *values: int | str) -> None:
        self._waiting.append(JournalRow(table, values))
        self._queued += 1

    def _now(self) -> str:
        now = self._wall_clock().astimezone(UTC).isoformat(timespec="milliseconds")
        return now.replace("+00:00", "Z")

    def _write(self) -> None:
        """Writes the queued rows, in the thread; they stay queued if that fails."""
        batch = self._waiting[:]
        self._transaction.write(batch)
        del self._waiting[: len(batch)]
        self._written += len(batch)

    def _open(self) -> None:
        self._lock.take()
        self.repaired_damage = prepare_journal(real_path(self.path))
        with JournalFile(self.path) as file:
            self.last = file.last
            if self.last:
                self._match = self.last.number
                self._next = self.last.first + sum(1 for _ in file.signal_rows(self.last))
        self._transaction.open()

    async def _close(self) -> None:
        """Closes everything, and waits for the thread even when cancelled."""
        thread, self._thread = self._thread, None
        try:
            if thread:
                await _finish_work(thread, self._transaction.close)
        finally:
            self._lock.release()


async def _finish_work(thread: ThreadPoolExecutor, work: Callable[[], None]) -> None:
    """Runs the last work of a thread; a cancellation takes effect when it is done."""
    working = asyncio.get_running_loop().run_in_executor(thread, work)
    cancelled = None
    while not working.done():
        try:
            await asyncio.wait({working})
        except asyncio.CancelledError as error:
            cancelled = error
    thread.shutdown()
    working.result()
    if cancelled:
        raise cancelled
