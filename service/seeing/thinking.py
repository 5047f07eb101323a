"""Where pictures are looked at: in a thread of their own, or at once where time is simulated."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol, TypeVar

R = TypeVar("R")


class Thinking(Protocol):
    """Does work that takes long, one piece after the other."""

    async def __call__(self, work: Callable[[], R]) -> R:
        """What comes of it; what it raises is raised here."""


async def at_once(work: Callable[[], R]) -> R:
    """Think while everything else waits, so that the same always happens in the same order."""
    return work()


class _Task(NamedTuple):
    """Something to be thought about, and whom to tell what came of it."""

    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class InAThread:
    """One thread that thinks; it begins with the first work, and nobody waits for it at the end."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: queue.SimpleQueue[_Task] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def __call__(self, work: Callable[[], R]) -> R:
        """What comes of this work, done when all that was asked before has been."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._think, name=self._name, daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[R] = loop.create_future()
        self._tasks.put(_Task(work, loop, done))
        return await done

    def _think(self) -> None:
        while True:
            task = self._tasks.get()
            if not task.done.cancelled():
                _tell(task, *_outcome(task.work))


def _outcome(work: Callable[[], Any]) -> tuple[object, Exception | None]:
    """What comes of it, or what went wrong: whoever asked is told either."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - raised again where it was asked for
        return None, error


def _tell(task: _Task, result: object, error: Exception | None) -> None:
    def tell() -> None:
        if task.done.done():
            return
        if error is not None:
            task.done.set_exception(error)
        else:
            task.done.set_result(result)

    # Nobody is there any more when the loop has closed.
    with suppress(RuntimeError):
        task.loop.call_soon_threadsafe(tell)
