"""Base classes of drivers: a single owner, a queue of signals, and calls that run in a thread."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

from hardware.devices import Clock, DeviceFault
from hardware.signals import Signal


class OwnedDevice(ABC):
    """A device that one owner at a time opens, and that can be lost while it is open."""

    def __init__(self, name: str, clock: Clock) -> None:
        self._name = name
        self._clock = clock
        self._open = False
        self._lost_reason: str | None = None
        """The reason of the loss, a predicate that follows the device's name; None while it
        works."""
        self._loss = asyncio.Event()

    @property
    def name(self) -> str:
        return self._name

    @property
    def is_simulated(self) -> bool:
        return False

    @property
    def has_work(self) -> bool:
        """True while the device is lost and its owner has not closed it yet."""
        return self._open and self._lost_reason is not None

    async def __aenter__(self) -> Self:
        if self._open:
            raise RuntimeError(f"{self.name} is open already")
        await self._connect()
        self._open, self._loss = True, asyncio.Event()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        was_open, self._open, self._lost_reason = self._open, False, None
        if was_open:
            await self._disconnect()

    async def until_lost(self) -> None:
        self._require_open()
        await self._loss.wait()
        self._require_open()

    @abstractmethod
    async def _connect(self) -> None:
        """Connects to the device; raises DeviceFault, beginning with its name, if that fails."""

    @abstractmethod
    async def _disconnect(self) -> None:
        """Releases the device, lost or not; must not fail."""

    def _mark_lost(self, why: str) -> None:
        """Marks the open device as lost and wakes everyone who waits for that."""
        if self._open and self._lost_reason is None:
            self._lost_reason = why
            self._loss.set()

    def _require_open(self) -> None:
        """Raises RuntimeError if the device is not open, DeviceFault if it is lost."""
        if not self._open:
            raise RuntimeError(f"{self.name} is not open")
        if self._lost_reason is not None:
            raise self._fault(self._lost_reason)

    def _fault(self, why: str) -> DeviceFault:
        return DeviceFault(f"{self.name} {why}")


@dataclass(frozen=True, slots=True)
class _EndOfSignals:
    """The end of the queue of signals."""

    lost: str | None = None
    """The reason if the device was lost; None if it was closed."""
    bug: BaseException | None = None
    """The exception that ended work of the device in the background."""


class SignalDevice(OwnedDevice, ABC):
    """An input device: it reports its state when it is opened, and then every change."""

    def __init__(self, name: str, clock: Clock) -> None:
        super().__init__(name, clock)
        self._queue: asyncio.Queue[Signal | _EndOfSignals] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self._queue = asyncio.Queue()
        if (standing := self._initial_signal()) is not None:
            self._report(standing)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await super().__aexit__(kind, error, trace)
        self._queue.put_nowait(_EndOfSignals())

    @property
    def has_work(self) -> bool:
        """True while a signal waits to be taken, or the owner has not noticed a loss."""
        return super().has_work or (self._open and not self._queue.empty())

    async def signals(self) -> AsyncIterator[Signal]:
        self._require_open()
        queue = self._queue
        while not isinstance(item := await queue.get(), _EndOfSignals):
            yield item
        queue.put_nowait(item)
        if item.bug is not None:
            raise item.bug
        if item.lost is not None:
            raise self._fault(item.lost)

    @abstractmethod
    def _initial_signal(self) -> Signal | None:
        """The current state as a signal; None for a device that only reports events."""

    def _report(self, signal: Signal) -> None:
        if self._open and self._lost_reason is None:
            self._queue.put_nowait(signal)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs work in the background; an exception of it is raised by `signals`."""
        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(self._end_after_bug)
        return task

    def _end_after_bug(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (bug := task.exception()) is not None:
            self._queue.put_nowait(_EndOfSignals(bug=bug))

    def _mark_lost(self, why: str) -> None:
        super()._mark_lost(why)
        self._queue.put_nowait(_EndOfSignals(why))


R = TypeVar("R")


class ThreadCall(NamedTuple, Generic[R]):
    """A function to run in a thread, with the future and event loop that receive its result."""

    work: Callable[[], R]
    loop: asyncio.AbstractEventLoop
    result: asyncio.Future[R]

    @classmethod
    def for_running_loop(cls, work: Callable[[], R]) -> ThreadCall[R]:
        """A call whose result goes to the running event loop."""
        loop = asyncio.get_running_loop()
        return cls(work, loop, loop.create_future())

    def run(self) -> None:
        """Runs the work in the current thread; its result or exception goes to the future."""
        try:
            result = self.work()
        except Exception as error:  # noqa: BLE001 - raised again in the event loop
            self._deliver(self.result.set_exception, error)
        else:
            self._deliver(self.result.set_result, result)

    def _deliver(self, tell: Callable[[Any], None], what: object) -> None:
        def call() -> None:
            if not self.result.done():
                tell(what)

        # A closed loop raises RuntimeError; nobody waits for the result then.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(call)
