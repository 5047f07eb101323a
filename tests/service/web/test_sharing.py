"""Work that many ask for at once is done once, and nobody is held up by who goes away."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from service.web.sharing import Shared, TooManyAsk

MOST = 3


class Slow:
    """Work that takes as long as it is told to."""

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


def holds(rule: Callable[[Slow, Shared[int]], Awaitable[None]]) -> None:
    async def run() -> None:
        work = Slow()
        await rule(work, Shared(work, MOST))

    asyncio.run(run())


async def asked(shared: Shared[int], many: int) -> Sequence[asyncio.Future[int]]:
    asking = [asyncio.ensure_future(shared()) for _ in range(many)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return asking


def test_all_who_ask_meanwhile_share_one_result() -> None:
    async def rule(work: Slow, shared: Shared[int]) -> None:
        asking = await asked(shared, MOST)
        work.goes_on.set()

        assert await asyncio.gather(*asking) == [1] * MOST
        assert await shared() == 2

    holds(rule)


def test_no_more_than_so_many_wait() -> None:
    async def rule(work: Slow, shared: Shared[int]) -> None:
        asking = await asked(shared, MOST)
        with pytest.raises(TooManyAsk):
            await shared()
        work.goes_on.set()

        await asyncio.gather(*asking)
        assert await shared() == 2

    holds(rule)


def test_who_goes_away_takes_nothing_from_the_others() -> None:
    async def rule(work: Slow, shared: Shared[int]) -> None:
        first, second = await asked(shared, 2)
        first.cancel()
        work.goes_on.set()

        assert await second == 1
        assert work.begun == 1
        assert len(await asked(shared, MOST)) == MOST

    holds(rule)


def test_a_fault_is_told_to_all_and_forgotten() -> None:
    async def rule(work: Slow, shared: Shared[int]) -> None:
        work.fault = ValueError()
        asking = await asked(shared, 2)
        work.goes_on.set()
        for each in asking:
            with pytest.raises(ValueError):  # noqa: PT011 - the very one
                await each
        work.fault = None

        assert await shared() == 2

    holds(rule)
