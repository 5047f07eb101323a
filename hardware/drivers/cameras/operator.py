"""The thread that works a camera: it does what it is asked, one thing after the other."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from hardware.drivers.cameras.source import Source

R = TypeVar("R")


class Gone(Exception):
    """The operator has left before he did what he was asked."""


class _Task(NamedTuple):
    """Something to be done, and whom to tell what came of it."""

    work: Callable[[], Any]
    done: asyncio.Future[Any]


class Operator:
    """Somebody who stands behind one camera from its opening to its end."""

    def __init__(self, source: Source, name: str) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
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
        done: asyncio.Future[R] = self._loop.create_future()
        self._asked.add(done)
        self._tasks.put(_Task(work, done))
        try:
            return await done
        finally:
            self._asked.discard(done)

    def end(self) -> None:
        """Let go of the camera as soon as what is under way has ended; nobody waits for it."""
        self._is_dismissed = True
        for done in self._asked:
            if not done.done():
                done.set_exception(Gone())
        self._tasks.put(None)
        self._source.wake()

    async def left(self) -> None:
        """Return once he has let go of the camera."""
        await asyncio.wrap_future(self._left)

    def _work(self) -> None:
        try:
            while (task := self._next()) is not None:
                self._tell(task.done, *_outcome(task.work))
        finally:
            self._source.close()
            self._left.set_result(None)

    def _next(self) -> _Task | None:
        """The next task; until it comes, the camera does what it does by itself."""
        while self._tasks.empty() and self._source.idle():
            pass
        return self._tasks.get()

    def _tell(self, done: asyncio.Future[Any], result: object, error: Exception | None) -> None:
        def tell() -> None:
            if done.done():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)

        # Nobody is there any more when the loop has closed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(tell)


def _outcome(work: Callable[[], Any]) -> tuple[object, Exception | None]:
    """What comes of it, or what went wrong: whoever asked is told either."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - raised again where it was asked for
        return None, error
