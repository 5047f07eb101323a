"""Whoever sends crumbs, floods or nothing at all keeps nobody else waiting, and not his line."""

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from service.web import wire
from service.web.limits import CRUMBS, READ_AT_ONCE
from tests.rigs.tables import SETUP
from tests.rigs.wire import HERE, Served, served

Rule = Callable[[Served], Awaitable[None]]
MASK = b"\0\0\0\0"
FLOODS = {
    "pings": b"\x89\x80" + MASK,
    "pongs": b"\x8a\x80" + MASK,
    "pieces of nothing": b"\x00\x80" + MASK,
}
HELD = 0.05


def at_table(folder: Path, rule: Rule) -> None:
    async def run() -> None:
        async with served(folder) as table:
            await rule(table)

    asyncio.run(run())


@asynccontextmanager
async def line(table: Served) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to the service on which anything can be said."""
    reader, writer = await asyncio.open_connection(HERE, table.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that the service says until it closes the line."""
    heard = b""
    try:
        while more := await reader.read(65536):
            heard += more
    except ConnectionError:
        pass
    return heard


def upgrade(table: Served) -> bytes:
    nonce = base64.b64encode(bytes(16)).decode()
    return (
        f"GET /t/{SETUP.name}/live HTTP/1.1\r\nHost: {table.host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_page_that_sends_nothing_but_crumbs_is_cut_off(flood: bytes, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page, line(table) as (reader, writer):
            writer.write(upgrade(table))
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
            writer.write(b"\x01\x80" + MASK)
            writer.write(flood * 20_000)
            heard = await rest(reader)
            assert len(heard) < 20 * CRUMBS.at_once
            await page.settle()

    at_table(tmp_path, rule)


def test_no_more_is_read_at_once_than_can_be_judged_in_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    usual = wire.Questions.data_received

    def noted(self: wire.Questions, data: bytes) -> None:
        read.append(len(data))
        usual(self, data)

    monkeypatch.setattr(wire.Questions, "data_received", noted)

    async def rule(table: Served) -> None:
        async with line(table) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\n" + b"a:b\r\n" * 50_000 + b"\r\n")
            assert (await rest(reader)).startswith((b"", b"HTTP/1.1 400"))
        assert max(read) <= READ_AT_ONCE

    at_table(tmp_path, rule)


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nX: "], ids=["nothing", "half of it"])
def test_whoever_never_asks_is_cut_off(
    begun: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "ASKED_WITHIN", HELD)

    async def rule(table: Served) -> None:
        async with line(table) as (reader, writer):
            writer.write(begun)
            assert await rest(reader) == b""

    at_table(tmp_path, rule)


def test_whoever_asks_once_more_but_never_to_the_end_is_cut_off_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "ASKED_WITHIN", HELD)

    async def rule(table: Served) -> None:
        async with line(table) as (reader, writer):
            asked = f"GET /t/{SETUP.name} HTTP/1.1\r\nHost: {table.host}\r\n"
            writer.write(f"{asked}\r\n{asked}".encode())
            assert (await rest(reader)).count(b"HTTP/1.1 200") == 1

    at_table(tmp_path, rule)


def test_an_answer_that_is_never_taken_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "ANSWERED_WITHIN", HELD)
    asked = asyncio.Event()

    async def never(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("service.web.past.Past.matches", never)

    async def rule(table: Served) -> None:
        async with line(table) as (reader, writer):
            target = f"/t/{SETUP.name}/matches"
            writer.write(f"GET {target} HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
            await asked.wait()
            assert await rest(reader) == b""

    at_table(tmp_path, rule)


@pytest.mark.parametrize("told", ["Transfer-Encoding: chunked", "Content-Length: 1000000"])
def test_nobody_listens_to_what_comes_behind_a_question(told: str, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with line(table) as (reader, writer):
            writer.write(f"GET / HTTP/1.1\r\nHost: {table.host}\r\n{told}\r\n\r\n".encode())
            answer = await rest(reader)
            assert answer.startswith(b"HTTP/1.1 413")
            assert b"connection: close" in answer.lower()

    at_table(tmp_path, rule)


@pytest.mark.parametrize("limit", ["MOST_CONNECTIONS", "MOST_OF_ONE"])
def test_no_more_come_in_than_there_are_lines_for(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, limit, 2)

    async def rule(table: Served) -> None:
        async with table.greeted() as page, line(table):
            await page.settle()
            async with line(table) as (reader, _):
                assert await rest(reader) == b""
            await page.settle()

    at_table(tmp_path, rule)


def test_whoever_asks_for_much_at_once_is_let_in_one_question_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    turns = 0

    async def rule(table: Served) -> None:
        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        def present(*_: object) -> dict[str, str]:
            begun.append(turns)
            return {}

        monkeypatch.setattr("service.web.app.agreement_form", present)
        counting = asyncio.create_task(count())
        path = f"/t/{SETUP.name}/agreement"
        await asyncio.gather(*(table.get(path) for _ in range(20)))
        counting.cancel()
        assert len(set(begun)) == len(begun) == 20

    at_table(tmp_path, rule)
