"""Work that takes long, whose result all share who ask for it while it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class TooManyAsk(Exception):
    """So many wait for the same that nobody else can."""


class Shared(Generic[T]):
    """Does a piece of work when somebody asks, and only once for all who ask meanwhile."""

    def __init__(self, work: Callable[[], Awaitable[T]], most: int) -> None:
        self._work = work
        self._most = most
        """So many may wait."""
        self._waiting = 0
        self._under_way: asyncio.Future[T] | None = None

    async def __call__(self) -> T:
        """What comes of it; TooManyAsk if it is not waited for."""
        if self._waiting >= self._most:
            raise TooManyAsk
        if self._under_way is None or self._under_way.done():
            self._under_way = asyncio.ensure_future(self._work())
        self._waiting += 1
        try:
            # Whoever does not wait any longer takes nothing from the others.
            return await asyncio.shield(self._under_way)
        finally:
            self._waiting -= 1
