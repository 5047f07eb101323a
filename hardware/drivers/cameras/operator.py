"""The thread that works a camera: it does what it is asked, one thing after the other."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from hardware.drivers.cameras.source import Source
from hardware.drivers.errands import Errand

R = TypeVar("R")


class Gone(Exception):
    """The operator has left before he did what he was asked."""


class Operator:
    """Somebody who stands behind one camera from its opening to its end."""

    def __init__(self, source: Source, name: str) -> None:
        self._source = source
        self._errands: queue.SimpleQueue[Errand[Any] | None] = queue.SimpleQueue()
        self._asked: set[asyncio.Future[Any]] = set()
        self._is_dismissed = False
        self._left: Future[None] = Future()
        # Whoever waits for him to leave may give up; that is no reason for him to stay.
        self._left.set_running_or_notify_cancel()
        # A camera that hangs may never let go; a program that ends does not wait for it.
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def begin(self) -> None:
        """Stand ready."""
        self._thread.start()

    async def do(self, work: Callable[[], R]) -> R:
        """What comes of this work, done when all that was asked before has been; or else Gone."""
        if self._is_dismissed:
            raise Gone
        errand = Errand.of(work)
        self._asked.add(errand.done)
        self._errands.put(errand)
        try:
            return await errand.done
        finally:
            self._asked.discard(errand.done)

    def end(self) -> None:
        """Let go of the camera as soon as what is under way has ended; nobody waits for it."""
        self._is_dismissed = True
        for done in self._asked:
            if not done.done():
                done.set_exception(Gone())
        self._errands.put(None)
        self._source.wake()

    async def left(self) -> None:
        """Return once he has let go of the camera."""
        await asyncio.wrap_future(self._left)

    def _work(self) -> None:
        try:
            while (errand := self._next()) is not None:
                errand.run()
        finally:
            self._source.close()
            self._left.set_result(None)

    def _next(self) -> Errand[Any] | None:
        """The next errand; until it comes, the camera does what it does by itself."""
        while self._errands.empty() and self._source.idle():
            pass
        return self._errands.get()
