"""Pictures of the camera of a table for whoever has its key, and the board found in them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from service.seeing.eyes import Eyes
from service.seeing.glimpse import Quad
from service.web.limits import MOST_LOOKING
from service.web.sharing import Shared

if TYPE_CHECKING:  # a table without a camera does without numpy
    from service.seeing.watcher import Photo

BETWEEN = 0.25
"""Seconds from one picture to the next."""
Wait = Callable[[float], Awaitable[None]]
Now = Callable[[], float]


def _now() -> float:
    return asyncio.get_running_loop().time()


class Lookout:
    """Looks through the eyes of a table for pages: each picture is packed once, and none unasked.

    Whoever asks is given the next picture, so a page that asks slowly is given fewer, and none of
    them waits for it.
    """

    def __init__(self, eyes: Eyes, wait: Wait = asyncio.sleep, now: Now = _now) -> None:
        self._eyes = eyes
        self._wait = wait
        self._now = now
        self._last_at = float("-inf")
        self.picture: Callable[[], Awaitable[Photo | None]] = Shared(self._next, MOST_LOOKING)
        """The next picture; None if there is none, TooManyAsk if nobody else can wait for it."""
        self.board: Callable[[], Awaitable[Quad | None]] = Shared(eyes.find, MOST_LOOKING)
        """Where a board is found in the newest picture; the same of others."""

    async def _next(self) -> Photo | None:
        early = self._last_at + BETWEEN - self._now()
        if early > 0:
            await self._wait(early)
        self._last_at = self._now()
        return await self._eyes.picture()
