"""Coalesced calls run once, and the first of several concurrent calls to return ends the others."""

import asyncio

import pytest

from service.table.timers import CoalescedCall, cancel_and_wait, wait_for_first


class Loser:
    """Waits for ever, and takes a moment to leave."""

    def __init__(self) -> None:
        self.is_there = False

    async def wait(self) -> None:
        self.is_there = True
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            self.is_there = False


async def wins() -> None:
    await asyncio.sleep(0)


async def fails() -> None:
    await asyncio.sleep(0)
    raise LookupError("not there")


async def test_other_waiters_are_cancelled_when_the_first_returns() -> None:
    loser = Loser()
    await wait_for_first(loser.wait(), wins())
    assert not loser.is_there


async def test_other_waiters_are_cancelled_when_the_first_fails() -> None:
    loser = Loser()
    with pytest.raises(LookupError, match="not there"):
        await wait_for_first(loser.wait(), fails())
    assert not loser.is_there


async def test_cancelling_the_wait_cancels_all_waiters() -> None:
    one, two = Loser(), Loser()

    def there() -> list[bool]:
        return [one.is_there, two.is_there]

    waiting = asyncio.ensure_future(wait_for_first(one.wait(), two.wait()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert there() == [True, True]

    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert there() == [False, False]


def test_waiting_for_no_task_returns_at_once() -> None:
    asyncio.run(cancel_and_wait([]))


async def test_repeated_call_runs_once_and_later() -> None:
    done = asyncio.Event()
    times = list[None]()

    def do() -> None:
        times.append(None)
        done.set()

    call = CoalescedCall(do)
    for expected in (1, 2):
        call()
        call()
        assert len(times) == expected - 1
        await asyncio.wait_for(done.wait(), 5)
        done.clear()
        assert len(times) == expected
