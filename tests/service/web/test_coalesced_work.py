"""Shared work is done once for all callers, and a caller that leaves delays no other."""

import asyncio
from collections.abc import Sequence

import pytest

from service.web.table_camera import CoalescedWork, TooManyWaiting

MAX_WAITING = 3


class Slow:
    """Work that takes as long as the test wants."""

    def __init__(self) -> None:
        self.begun = 0
        self.goes_on = asyncio.Event()
        self.fault: Exception | None = None

    async def __call__(self) -> int:
        self.begun += 1
        mine = self.begun
        await self.goes_on.wait()
        if self.fault:
            raise self.fault
        return mine


@pytest.fixture
def work() -> Slow:
    return Slow()


@pytest.fixture
def shared(work: Slow) -> CoalescedWork[int]:
    return CoalescedWork(work, MAX_WAITING)


async def start_calls(shared: CoalescedWork[int], many: int) -> Sequence[asyncio.Future[int]]:
    calls = [asyncio.ensure_future(shared()) for _ in range(many)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return calls


async def test_simultaneous_calls_share_one_result(work: Slow, shared: CoalescedWork[int]) -> None:
    calls = await start_calls(shared, MAX_WAITING)
    work.goes_on.set()

    assert await asyncio.gather(*calls) == [1] * MAX_WAITING
    assert await shared() == 2


async def test_a_call_above_the_limit_is_refused(work: Slow, shared: CoalescedWork[int]) -> None:
    calls = await start_calls(shared, MAX_WAITING)
    with pytest.raises(TooManyWaiting):
        await shared()
    work.goes_on.set()

    await asyncio.gather(*calls)
    assert await shared() == 2


async def test_cancelled_request_does_not_affect_the_others(
    work: Slow, shared: CoalescedWork[int]
) -> None:
    first, second = await start_calls(shared, 2)
    first.cancel()
    work.goes_on.set()

    assert await second == 1
    assert work.begun == 1
    assert len(await start_calls(shared, MAX_WAITING)) == MAX_WAITING


async def test_error_is_raised_for_all_waiters_and_forgotten(
    work: Slow, shared: CoalescedWork[int]
) -> None:
    work.fault = ValueError()
    calls = await start_calls(shared, 2)
    work.goes_on.set()
    for each in calls:
        with pytest.raises(ValueError):  # noqa: PT011 - the very one
            await each
    work.fault = None

    assert await shared() == 2
