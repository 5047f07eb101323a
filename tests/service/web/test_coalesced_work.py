"""Shared work is done once for all who ask, and a caller who leaves delays nobody."""

import asyncio
from collections.abc import Sequence

import pytest

from service.web.table_camera import CoalescedWork, TooManyWaiting

MOST = 3


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
    return CoalescedWork(work, MOST)


async def asked(shared: CoalescedWork[int], many: int) -> Sequence[asyncio.Future[int]]:
    asking = [asyncio.ensure_future(shared()) for _ in range(many)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return asking


async def test_all_who_ask_meanwhile_share_one_result(
    work: Slow, shared: CoalescedWork[int]
) -> None:
    asking = await asked(shared, MOST)
    work.goes_on.set()

    assert await asyncio.gather(*asking) == [1] * MOST
    assert await shared() == 2


async def test_no_more_than_so_many_wait(work: Slow, shared: CoalescedWork[int]) -> None:
    asking = await asked(shared, MOST)
    with pytest.raises(TooManyWaiting):
        await shared()
    work.goes_on.set()

    await asyncio.gather(*asking)
    assert await shared() == 2


async def test_cancelled_request_does_not_affect_the_others(
    work: Slow, shared: CoalescedWork[int]
) -> None:
    first, second = await asked(shared, 2)
    first.cancel()
    work.goes_on.set()

    assert await second == 1
    assert work.begun == 1
    assert len(await asked(shared, MOST)) == MOST


async def test_error_is_raised_for_all_waiters_and_forgotten(
    work: Slow, shared: CoalescedWork[int]
) -> None:
    work.fault = ValueError()
    asking = await asked(shared, 2)
    work.goes_on.set()
    for each in asking:
        with pytest.raises(ValueError):  # noqa: PT011 - the very one
            await each
    work.fault = None

    assert await shared() == 2
