"""Runs long work on pictures in a thread, or at once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from hardware.driver_base import ThreadCall

R = TypeVar("R")


class PictureExecutor(Protocol):
    """Runs long work, one task after the other."""

    async def __call__(self, work: Callable[[], R]) -> R:
        """Returns the result of the work, or raises its exception."""


async def run_at_once(work: Callable[[], R]) -> R:
    """Runs the work in the caller, so that simulations are deterministic."""
    return work()


class ThreadExecutor:
    """Runs work in one daemon thread, which is started with the first task."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: queue.SimpleQueue[ThreadCall[Any]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def __call__(self, work: Callable[[], R]) -> R:
        """Returns the result of the work, which runs after all earlier tasks."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        call = ThreadCall.for_running_loop(work)
        self._calls.put(call)
        return await call.result

    def _run(self) -> None:
        while True:
            call = self._calls.get()
            if not call.result.cancelled():
                call.run()
