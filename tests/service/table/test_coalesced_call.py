"""Deferred calls are made soon, and once for all who ask meanwhile."""

import asyncio

from service.table.timers import CoalescedCall


async def test_repeated_call_runs_once_and_later() -> None:
    done = asyncio.Event()
    times = list[None]()

    def do() -> None:
        times.append(None)
        done.set()

    soon = CoalescedCall(do)
    for expected in (1, 2):
        soon()
        soon()
        assert len(times) == expected - 1
        await asyncio.wait_for(done.wait(), 5)
        done.clear()
        assert len(times) == expected
