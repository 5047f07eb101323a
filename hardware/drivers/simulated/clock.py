"""A clock that stands still until somebody moves it on."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count

TURNS = 20
"""How often the loop goes round at each moment, so that one waker may wake the next."""


class SimulatedClock:
    """Time for tests and demonstrations: it goes where it is sent, and wakes who waits."""

    def __init__(self, at: float = 0.0) -> None:
        self._now = at
        self._order = count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def wait_until(self, at: float) -> None:
        """Return when the clock has been moved to this time or beyond."""
        if at <= self._now:
            await asyncio.sleep(0)
            return
        woken = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (at, next(self._order), woken))
        await woken

    @property
    def next_call(self) -> float | None:
        """When the next of those who wait wants to be woken; None if nobody does."""
        while self._waiting and self._waiting[0][2].done():
            heappop(self._waiting)
        return self._waiting[0][0] if self._waiting else None

    def advance(self, seconds: float) -> None:
        """Move on by so many seconds at once."""
        self.advance_to(self._now + seconds)

    def advance_to(self, at: float) -> None:
        """Move on to this time at once; whoever waited is woken, the earliest first."""
        self._refuse_to_run_back(at)
        while self._wake_next(at):
            pass
        self._now = at

    async def pass_by(self, seconds: float) -> None:
        """Let so many seconds pass; see `pass_until`."""
        await self.pass_until(self._now + seconds)

    async def pass_until(self, at: float) -> None:
        """Let time pass: whoever waits acts at the moment they waited for, before it goes on."""
        self._refuse_to_run_back(at)
        await _go_round()
        while self._wake_next(at):
            await _go_round()
        self._now = at
        await _go_round()

    def _wake_next(self, at: float) -> bool:
        """Move on to the next moment somebody waits for, if it is not beyond this time."""
        while self._waiting and self._waiting[0][0] <= at:
            moment, _, woken = heappop(self._waiting)
            if not woken.done():
                self._now = moment
                woken.set_result(None)
                return True
        return False

    def _refuse_to_run_back(self, at: float) -> None:
        if at < self._now:
            raise ValueError(f"a clock at {self._now} s does not run back to {at} s")


async def _go_round() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)
