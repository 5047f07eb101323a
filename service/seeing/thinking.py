"""Where pictures are looked at: in a thread of their own, or at once where time is simulated."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from hardware.drivers.errands import Errand

R = TypeVar("R")


class Thinking(Protocol):
    """Does work that takes long, one piece after the other."""

    async def __call__(self, work: Callable[[], R]) -> R:
        """What comes of it; what it raises is raised here."""


async def at_once(work: Callable[[], R]) -> R:
    """Think while everything else waits, so that the same always happens in the same order."""
    return work()


class InAThread:
    """One thread that thinks; it begins with the first work, and nobody waits for it at the end."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._errands: queue.SimpleQueue[Errand[Any]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def __call__(self, work: Callable[[], R]) -> R:
        """What comes of this work, done when all that was asked before has been."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._think, name=self._name, daemon=True)
            self._thread.start()
        errand = Errand.of(work)
        self._errands.put(errand)
        return await errand.done

    def _think(self) -> None:
        while True:
            errand = self._errands.get()
            if not errand.done.cancelled():
                errand.run()
