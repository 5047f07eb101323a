"""The journal of a table while it is being kept: signals first, decisions after."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from hardware.signals import Signal
from referee.effects import Effect
from referee.settings import MatchSettings
from service.journal.lock import Claim
from service.journal.mending import make_ready
from service.journal.pages import Row, real
from service.journal.pen import Pen
from service.journal.problems import JournalProblem
from service.journal.reading import JournalFile, MatchHead
from service.plain import text_of

Effects = tuple[Effect, ...]
"""A decision."""

T = TypeVar("T")


def utc_now() -> datetime:
    """What the clock on the wall says."""
    return datetime.now(UTC)


def effects_text(effects: Iterable[Effect]) -> str:
    """A decision as it is kept: the same text for equal effects."""
    return text_of(tuple(effects), Effects, canonical=True)


class Journal:
    """A journal open for writing, in a thread of its own; one program at a time may hold it.

    What is handed over waits in order till somebody waits for it, and then goes to the disk in
    one go with all that has come meanwhile. What could not be written is tried again with it.
    """

    def __init__(
        self,
        path: Path,
        *,
        made_by: str | None = None,
        wall_clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.path = path
        self.mended: JournalProblem | None = None
        """What was damaged when the journal was opened, and what became of it."""
        self.last: MatchHead | None = None
        """The match that was being played when the journal was opened."""
        self._made_by = made_by
        self._wall_clock = wall_clock
        self._match = 0
        self._next = 1
        self._waiting: list[Row] = []
        self._handed_over = 0
        self._written = 0
        self._one_at_a_time = asyncio.Lock()
        self._thread: ThreadPoolExecutor | None = None
        self._claim = Claim(path)
        self._pen = Pen(path)

    async def __aenter__(self) -> Self:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        try:
            await self._in_thread(self._open)
        except BaseException:
            await self._shut()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._thread:
                await self.tidy()
        except JournalProblem:
            if error is None:
                raise
        finally:
            await self._shut()

    @property
    def match(self) -> int:
        """The number of the match that is kept; 0 before the first one."""
        return self._match

    def begin(self, settings: MatchSettings) -> int:
        """Open a new match, and hand its settings over; gives its number in this journal."""
        text = text_of(settings, MatchSettings)
        made_by = self._made_by or f"kibitz {version('kibitz')}"
        self._match += 1
        self._hand_over("match", self._match, self._next, self._now(), made_by, text)
        return self._match

    def add(self, signal: Signal) -> int:
        """Hand over a signal of the match, before it is judged; gives its number."""
        if not self._match:
            raise ValueError("a signal belongs to a match, and none has begun")
        text = text_of(signal, Signal)
        number, self._next = self._next, self._next + 1
        self._hand_over("signal", number, self._match, self._now(), text)
        return number

    def decide(self, number: int, effects: Iterable[Effect]) -> None:
        """Hand over what was decided on the signal of this number."""
        self._hand_over("decision", number, effects_text(effects))

    async def written(self) -> None:
        """Return when all that was handed over survives a power cut.

        JournalProblem if it cannot be written now; nothing is lost, and the next call tries again.
        """
        mine = self._handed_over
        async with self._one_at_a_time:
            if self._written < mine:
                await self._in_thread(self._write)

    async def keep(self, signal: Signal) -> int:
        """Hand over a signal and return, with its number, when it survives a power cut."""
        number = self.add(signal)
        await self.written()
        return number

    async def aside(self, work: Callable[[], T]) -> T:
        """What comes of some work in the thread of the journal, while everybody else goes on."""
        return await self._in_thread(work)

    async def tidy(self) -> None:
        """Write what is left and put the file in order: something for the end of a game."""
        await self.written()
        async with self._one_at_a_time:
            await self._in_thread(self._pen.tidy)

    def _hand_over(self, table: str, *values: int | str) -> None:
        self._waiting.append(Row(table, values))
        self._handed_over += 1

    def _now(self) -> str:
        now = self._wall_clock().astimezone(UTC).isoformat(timespec="milliseconds")
        return now.replace("+00:00", "Z")

    def _write(self) -> None:
        """In the thread: write all that waits; it goes on waiting if that fails."""
        batch = self._waiting[:]
        self._pen.write(batch)
        del self._waiting[: len(batch)]
        self._written += len(batch)

    def _open(self) -> None:
        self._claim.take()
        self.mended = make_ready(real(self.path))
        with JournalFile(self.path) as file:
            self.last = file.last
            if self.last:
                self._match = self.last.number
                self._next = self.last.first + sum(1 for _ in file.signal_rows(self.last))
        self._pen.open()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._thread is None:
            raise RuntimeError("the journal is not open")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _shut(self) -> None:
        """Close everything, waiting for the thread even if somebody is in a hurry."""
        thread, self._thread = self._thread, None
        try:
            if thread:
                await _done(thread, self._pen.close)
        finally:
            self._claim.drop()


async def _done(thread: ThreadPoolExecutor, work: Callable[[], None]) -> None:
    """Let a thread do its last work; who cancels this is heard when it is done."""
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
