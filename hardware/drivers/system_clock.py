"""The clock of the machine: it never runs back, and goes on from where an earlier run stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable


class SystemClock:
    """Seconds that go on after an earlier moment, whatever the time of day is set to."""

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
        """Return at this time or as soon after as can be."""
        # A sleep may end a little early; nobody may be told that a moment has come before it has.
        while (left := at - self.now()) > 0:
            await self._sleep(left)
