"""How calls that run beside each other come to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def first_of(*calls: Coroutine[Any, Any, object]) -> None:
    """Return when the first of these returns and all others have been cancelled and are done."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await stopped(tasks)
    for task in tasks:
        if not task.cancelled():
            task.result()


async def stopped(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Return when all of these have been cancelled and are done, however they ended."""
    waiting = set(tasks)
    for task in waiting:
        task.cancel()
    if waiting:
        await asyncio.wait(waiting)
