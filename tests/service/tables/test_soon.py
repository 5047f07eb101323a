"""What can wait a moment is done soon, and once for all who ask meanwhile."""

import asyncio

from service.tables.soon import Soon


def test_whatever_is_asked_for_several_times_is_done_once_and_not_at_once() -> None:
    async def run() -> None:
        done = asyncio.Event()
        times = list[None]()

        def do() -> None:
            times.append(None)
            done.set()

        soon = Soon(do)
        for expected in (1, 2):
            soon()
            soon()
            assert len(times) == expected - 1
            await asyncio.wait_for(done.wait(), 5)
            done.clear()
            assert len(times) == expected

    asyncio.run(run())
