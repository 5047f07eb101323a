"""Of calls that run beside each other the first to return ends the others, and nothing is left."""

from __future__ import annotations

import asyncio

import pytest

from service.tables.waiting import first_of, stopped


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


def test_when_the_first_returns_the_others_are_gone() -> None:
    loser = Loser()

    async def prove() -> None:
        await first_of(loser.wait(), wins())
        assert not loser.is_there

    asyncio.run(prove())


def test_when_the_first_fails_the_others_are_gone_and_its_fault_is_told() -> None:
    loser = Loser()

    async def prove() -> None:
        with pytest.raises(LookupError, match="not there"):
            await first_of(loser.wait(), fails())
        assert not loser.is_there

    asyncio.run(prove())


def test_whoever_is_cancelled_while_waiting_leaves_nobody_behind() -> None:
    one, two = Loser(), Loser()

    def there() -> list[bool]:
        return [one.is_there, two.is_there]

    async def prove() -> None:
        waiting = asyncio.ensure_future(first_of(one.wait(), two.wait()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert there() == [True, True]

        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

        assert there() == [False, False]

    asyncio.run(prove())


def test_nobody_to_stop_is_nobody_to_wait_for() -> None:
    asyncio.run(stopped([]))
