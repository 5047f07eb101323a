"""The monotonic clock of the machine, and a simulated clock that advances only on demand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from heapq import heappop, heappush
from itertools import count
from weakref import WeakKeyDictionary


class SystemClock:
    """Monotonic seconds that begin at `after`, independent of the time of day."""

    def __init__(
        self,
        after: float = 0.0,
        ticks: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ticks = ticks
        self._sleep = sleep
        self._offset = after - ticks()

    def now(self) -> float:
        return self._ticks() + self._offset

    async def wait_until(self, at: float) -> None:
        # A sleep may end slightly early; callers must never be woken before their time.
        while (left := at - self.now()) > 0:
            await self._sleep(left)


class SimulatedClock:
    """A clock for tests and demonstrations; wakes the tasks whose time has come."""

    def __init__(self, at: float = 0.0) -> None:
        self._now = at
        self._order = count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._waking = 0
        """Number of tasks that were woken and have not gone on yet."""

    def now(self) -> float:
        return self._now

    async def wait_until(self, at: float) -> None:
        """Returns when the clock has been advanced to this time or beyond."""
        if at <= self._now:
            await asyncio.sleep(0)
            return
        woken = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (at, next(self._order), woken))
        try:
            await woken
        finally:
            if woken.done() and not woken.cancelled():
                self._waking -= 1

    async def wait_until_resumed(self) -> None:
        """Returns when every task that was woken has gone on."""
        while self._waking:  # noqa: ASYNC110 - they need no time, only their turn
            await asyncio.sleep(0)

    @property
    def next_wake_up(self) -> float | None:
        """The time of the next waiting task; None if no task waits."""
        while self._waiting and self._waiting[0][2].done():
            heappop(self._waiting)
        return self._waiting[0][0] if self._waiting else None

    def advance(self, seconds: float) -> None:
        self.advance_to(self._now + seconds)

    def advance_to(self, at: float) -> None:
        """Advances to this time at once; wakes the waiting tasks, the earliest first."""
        self._refuse_to_run_back(at)
        while self._wake_next(at):
            pass
        self._now = at

    async def pass_seconds(self, seconds: float) -> None:
        """Lets so many seconds pass; see `pass_until`."""
        await self.pass_until(self._now + seconds)

    async def pass_until(self, at: float) -> None:
        """Lets time pass: every waiting task runs at its own time before the clock goes on."""
        self._refuse_to_run_back(at)
        await _run_loop()
        while self._wake_next(at):
            await _run_loop()
        self._now = at
        await _run_loop()

    def _wake_next(self, at: float) -> bool:
        """Advances to the next waiting task, if its time is not beyond `at`; False if none."""
        while self._waiting and self._waiting[0][0] <= at:
            moment, _, woken = heappop(self._waiting)
            if not woken.done():
                self._now = moment
                woken.set_result(None)
                self._waking += 1
                return True
        return False

    def _refuse_to_run_back(self, at: float) -> None:
        if at < self._now:
            raise ValueError(f"a clock at {self._now} s does not run back to {at} s")


_passing: WeakKeyDictionary[asyncio.AbstractEventLoop, int] = WeakKeyDictionary()
"""The number of tasks in each event loop that wait until no other task is ready."""


async def _run_loop() -> None:
    """Returns when no other task is ready; only time or input brings anything about then."""
    loop = asyncio.get_running_loop()
    _passing[loop] = _passing.get(loop, 0) + 1
    try:
        await asyncio.sleep(0)
        # asyncio does not say in any public way how many tasks are ready. Each of the others that
        # wait here is one, in its turn.
        while len(loop._ready) >= _passing[loop]:  # type: ignore[attr-defined]  # noqa: SLF001, ASYNC110
            await asyncio.sleep(0)
    finally:
        _passing[loop] -= 1
