"""Journals are read one request at a time, and once for all who ask for the same."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from service.web.http.journal_reads import JournalReads, WaitingPlaces


def request_from(address: str = "10.0.0.1") -> Request:
    return Request({"type": "http", "client": (address, 50000)})


class SlowReading:
    """A reading that ends when it is let go on."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = asyncio.Event()

    def of(self, what: str) -> Callable[[], Awaitable[str]]:
        async def read() -> str:
            self.begun.append(what)
            await self.go_on.wait()
            return f"{what} {len(self.begun)}"

        return read


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_what_many_ask_for_is_read_once() -> None:
    reads, places, reading = JournalReads(), WaitingPlaces(3, 3), SlowReading()
    first = asyncio.create_task(reads.read(request_from(), places, "list", reading.of("list")))
    await settle()
    others = [
        asyncio.create_task(reads.read(request_from(), places, "list", reading.of("list")))
        for _ in range(50)
    ]
    await settle()
    reading.go_on.set()

    # Those who came after the first reading had begun are not answered with its result.
    assert (await first, set(await asyncio.gather(*others))) == ("list 1", {"list 2"})
    assert reading.begun == ["list", "list"]


async def test_different_things_are_read_one_after_the_other() -> None:
    reads, places, reading = JournalReads(), WaitingPlaces(3, 3), SlowReading()
    both = [
        asyncio.create_task(reads.read(request_from(), places, what, reading.of(what)))
        for what in ("list", "record")
    ]
    await settle()
    assert reading.begun == ["list"]
    reading.go_on.set()
    assert await asyncio.gather(*both) == ["list 1", "record 2"]


async def test_one_address_leaves_places_to_others() -> None:
    reads, places, reading = JournalReads(), WaitingPlaces(3, 2), SlowReading()

    def ask(what: str, address: str) -> asyncio.Task[str]:
        made = reads.read(request_from(address), places, what, reading.of(what))
        return asyncio.create_task(made)

    served = [ask("1", "10.0.0.1"), ask("2", "10.0.0.1")]
    await settle()
    with pytest.raises(HTTPException, match="busy"):
        await ask("3", "10.0.0.1")
    served.append(ask("3", "10.0.0.2"))
    await settle()
    with pytest.raises(HTTPException, match="busy"):
        await ask("4", "10.0.0.3")
    reading.go_on.set()
    assert len(await asyncio.gather(*served)) == 3
    assert await ask("4", "10.0.0.1") == "4 4"


async def test_reader_who_goes_takes_the_answer_from_nobody() -> None:
    reads, places, reading = JournalReads(), WaitingPlaces(3, 3), SlowReading()
    held = asyncio.create_task(reads.read(request_from(), places, "list", reading.of("list")))
    await settle()
    gone, stays = (
        asyncio.create_task(reads.read(request_from(), places, "record", reading.of("record")))
        for _ in range(2)
    )
    await settle()
    gone.cancel()
    reading.go_on.set()
    assert (await held, await stays) == ("list 1", "record 2")
