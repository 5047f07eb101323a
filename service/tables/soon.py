"""What can wait a moment, and is done once for all that has asked for it by then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

A_MOMENT = 0.005
"""Seconds; what a hand does is felt, judged and told by the lamps before, unless a disk is slow."""


class Soon:
    """Calls somebody a moment after it was called itself."""

    def __init__(self, do: Callable[[], None]) -> None:
        self._do = do
        self._coming: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        if self._coming is None:
            loop = asyncio.get_running_loop()
            self._coming = loop.call_later(A_MOMENT, self._now)

    def _now(self) -> None:
        self._coming = None
        self._do()
