"""Work that is handed to a thread, and told of in the loop where it was asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

R = TypeVar("R")


class Errand(NamedTuple, Generic[R]):
    """Something to be done, and whom to tell what came of it."""

    work: Callable[[], R]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[R]

    @classmethod
    def of(cls, work: Callable[[], R]) -> Errand[R]:
        """The errand of whoever asks in the loop that is running."""
        loop = asyncio.get_running_loop()
        return cls(work, loop, loop.create_future())

    def run(self) -> None:
        """Do it, in whatever thread; whoever asked is told what comes of it, or what went wrong."""
        try:
            result = self.work()
        except Exception as error:  # noqa: BLE001 - raised again where it was asked for
            self._tell(self.done.set_exception, error)
        else:
            self._tell(self.done.set_result, result)

    def _tell(self, tell: Callable[[Any], None], what: object) -> None:
        def told() -> None:
            if not self.done.done():
                tell(what)

        # Nobody is there any more when the loop has closed.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(told)
