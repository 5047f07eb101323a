"""An alarm on the clock of a table: it rings once, at the time it is set to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hardware.devices import Clock


class Alarm:
    """One call at a time; while none is wanted, nothing waits for it."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._tasks: asyncio.TaskGroup | None = None
        self._waiting: asyncio.Task[None] | None = None
        self._at: float | None = None

    @property
    def at(self) -> float | None:
        """When it will ring; None if it will not."""
        return self._at

    def wind_up(self, tasks: asyncio.TaskGroup) -> None:
        """Make it ready; what it waits with belongs to these tasks."""
        self._tasks = tasks

    def set(self, at: float | None) -> None:
        """Let it ring at this time and at no other; None stops it."""
        if self._waiting:
            self._waiting.cancel()
        self._at, self._waiting = at, None
        if at is not None:
            if self._tasks is None:
                raise RuntimeError("an alarm is wound up before it is set")
            self._waiting = self._tasks.create_task(self._wait(at))

    async def _wait(self, at: float) -> None:
        await self._clock.wait_until(at)
        self._at = self._waiting = None
        self._ring()
