"""One-shot timers, coalesced calls, lists of callbacks, and the end of concurrent tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from hardware.devices import Clock

ListedT = TypeVar("ListedT")


class OneShotTimer:
    """A timer with at most one call pending; while it is not set, no task runs."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._tasks: asyncio.TaskGroup | None = None
        self._waiting: asyncio.Task[None] | None = None
        self.due_at: float | None = None
        """The time of the pending call; None if the timer is not set."""
        self.is_starting = False
        """True from the call of `set` until the clock knows the time, or it has passed."""

    def attach_to(self, tasks: asyncio.TaskGroup) -> None:
        """Prepares the timer; its waiting task will belong to this group."""
        self._tasks = tasks

    def set(self, at: float | None) -> None:
        """Sets the timer to this time instead of any earlier one; None stops it.

        RuntimeError if `attach_to` was not called before.
        """
        if self._waiting:
            self._waiting.cancel()
        self.due_at, self._waiting, self.is_starting = at, None, at is not None
        if at is not None:
            if self._tasks is None:
                raise RuntimeError("the timer has no task group: call attach_to() before set()")
            self._waiting = self._tasks.create_task(self._wait(at))

    async def _wait(self, at: float) -> None:
        self.is_starting = at <= self._clock.now()
        await self._clock.wait_until(at)
        self.is_starting = False
        self.due_at = self._waiting = None
        self._ring()


COALESCING_DELAY = 0.005
"""Seconds; a move is sensed, judged and shown by the lamps sooner, unless the disk is slow."""


class CoalescedCall:
    """Calls a function 5 ms after the first request, once for all requests until then."""

    def __init__(self, function: Callable[[], None]) -> None:
        self._function = function
        self._pending: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        if self._pending is None:
            loop = asyncio.get_running_loop()
            self._pending = loop.call_later(COALESCING_DELAY, self._call)

    def _call(self) -> None:
        self._pending = None
        self._function()


@contextmanager
def keeping_in_list(item: ListedT, items: list[ListedT]) -> Iterator[None]:
    """Keeps an item in a list while this is open."""
    items.append(item)
    try:
        yield
    finally:
        items.remove(item)


async def wait_for_first(*calls: Coroutine[Any, Any, object]) -> None:
    """Waits for the first of these calls, then cancels the others and waits until they are done."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await cancel_and_wait(tasks)
    for task in tasks:
        if not task.cancelled():
            task.result()


async def cancel_and_wait(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancels all these tasks and waits until they are done; their results are ignored."""
    waiting = set(tasks)
    for task in waiting:
        task.cancel()
    if waiting:
        await asyncio.wait(waiting)
