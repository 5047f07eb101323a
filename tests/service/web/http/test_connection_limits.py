"""Clients that send fragments, floods or nothing delay no other client."""

import asyncio
import base64
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from service.web import rate_limits
from service.web.http import http_server
from service.web.messages.form_fields import AgreementForm
from service.web.rate_limits import CONTROL_FRAME_LIMIT, READ_BYTES
from tests.rigs.tables.page_client import LOOPBACK, ServedTable, serve_tables
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

MASK = b"\0\0\0\0"
FLOODS = {
    "pings": b"\x89\x80" + MASK,
    "pongs": b"\x8a\x80" + MASK,
    "pieces of nothing": b"\x00\x80" + MASK,
}
TIMEOUT = 0.05
"""Seconds of the timeouts in these tests."""


@asynccontextmanager
async def connect(
    table: ServedTable,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to the service that can send anything."""
    reader, writer = await asyncio.open_connection(LOOPBACK, table.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def read_to_end(reader: asyncio.StreamReader) -> bytes:
    """All bytes that the service sends until it closes the connection."""
    received = b""
    try:
        while more := await reader.read(65536):
            received += more
    except ConnectionError:
        pass
    return received


def upgrade(table: ServedTable) -> bytes:
    nonce = base64.b64encode(bytes(16)).decode()
    return (
        f"GET /t/{TABLE_SETTINGS.name}/live HTTP/1.1\r\nHost: {table.host}\r\n"
        "Upgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_a_page_that_sends_nothing_but_fragments_is_cut_off(
    flood: bytes, table: ServedTable
) -> None:
    async with table.greeted() as page, connect(table) as (reader, writer):
        writer.write(upgrade(table))
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        writer.write(b"\x01\x80" + MASK)
        writer.write(flood * 20_000)
        received = await read_to_end(reader)
        assert len(received) < 20 * CONTROL_FRAME_LIMIT.at_once
        await page.settle()


async def test_no_more_than_the_limit_is_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    usual = http_server.RequestProtocol.data_received

    def note_size(self: http_server.RequestProtocol, data: bytes) -> None:
        read.append(len(data))
        usual(self, data)

    monkeypatch.setattr(http_server.RequestProtocol, "data_received", note_size)

    async with serve_tables(tmp_path) as table:
        async with connect(table) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\n" + b"a:b\r\n" * 50_000 + b"\r\n")
            assert (await read_to_end(reader)).startswith((b"", b"HTTP/1.1 400"))
        assert max(read) <= READ_BYTES


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nX: "], ids=["nothing", "half of it"])
async def test_client_that_never_sends_a_request_is_disconnected(
    begun: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "REQUEST_TIMEOUT", TIMEOUT)

    async with serve_tables(tmp_path) as table, connect(table) as (reader, writer):
        writer.write(begun)
        assert await read_to_end(reader) == b""


async def test_client_with_an_unfinished_second_request_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "REQUEST_TIMEOUT", TIMEOUT)

    async with serve_tables(tmp_path) as table, connect(table) as (reader, writer):
        asked = f"GET /t/{TABLE_SETTINGS.name} HTTP/1.1\r\nHost: {table.host}\r\n"
        writer.write(f"{asked}\r\n{asked}".encode())
        assert (await read_to_end(reader)).count(b"HTTP/1.1 200") == 1


async def test_an_answer_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "RESPONSE_TIMEOUT", TIMEOUT)
    asked = asyncio.Event()

    async def never(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("service.web.http.match_history.MatchHistory.matches", never)

    async with serve_tables(tmp_path) as table, connect(table) as (reader, writer):
        target = f"/t/{TABLE_SETTINGS.name}/matches"
        writer.write(f"GET {target} HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
        await asked.wait()
        assert await read_to_end(reader) == b""


LONG_ANSWER = "x" * 12 * 2**20
"""More than the buffers of the system take for a reader who does not read."""

PATIENCE = 0.25
"""Seconds of the timeouts of a long answer."""


@pytest.fixture
def long_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of matches is long, and every timeout short."""

    async def answer(*_: object) -> str:
        return LONG_ANSWER

    monkeypatch.setattr("service.web.http.match_history.MatchHistory.matches", answer)
    for name in ("REQUEST_TIMEOUT", "RESPONSE_TIMEOUT"):
        monkeypatch.setattr(rate_limits, name, PATIENCE)


def ask_for_matches(table: ServedTable) -> bytes:
    return f"GET /t/{TABLE_SETTINGS.name}/matches HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode()


@pytest.mark.usefixtures("long_answer")
async def test_slow_reader_gets_all_of_a_long_answer(tmp_path: Path) -> None:
    async with serve_tables(tmp_path) as table, connect(table) as (reader, writer):
        writer.write(ask_for_matches(table))
        received, begun = 0, time.monotonic()
        while received < len(LONG_ANSWER):
            await asyncio.sleep(PATIENCE / 16)
            received += len(await reader.read(2**20))
        assert time.monotonic() - begun > 2 * PATIENCE


@pytest.mark.usefixtures("long_answer")
async def test_reader_who_takes_nothing_is_disconnected(tmp_path: Path) -> None:
    async with serve_tables(tmp_path) as table, connect(table) as (reader, writer):
        writer.write(ask_for_matches(table))
        await asyncio.sleep(5 * PATIENCE)
        assert len(await read_to_end(reader)) < len(LONG_ANSWER)


@pytest.mark.parametrize("header", ["Transfer-Encoding: chunked", "Content-Length: 1000000"])
async def test_bytes_behind_a_request_are_refused(header: str, table: ServedTable) -> None:
    async with connect(table) as (reader, writer):
        writer.write(f"GET / HTTP/1.1\r\nHost: {table.host}\r\n{header}\r\n\r\n".encode())
        answer = await read_to_end(reader)
        assert answer.startswith(b"HTTP/1.1 413")
        assert b"connection: close" in answer.lower()


@pytest.mark.parametrize("limit", ["MAX_CONNECTIONS", "MAX_CONNECTIONS_PER_ADDRESS"])
async def test_connections_above_the_limit_are_closed(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, limit, 2)

    async with serve_tables(tmp_path) as table, table.greeted() as page, connect(table):
        await page.settle()
        async with connect(table) as (reader, _):
            assert await read_to_end(reader) == b""
        await page.settle()


async def test_simultaneous_agreement_requests_take_separate_turns_of_the_loop(
    table: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    def present(*_: object) -> AgreementForm:
        begun.append(turns)
        return AgreementForm((), {}, {})

    monkeypatch.setattr("service.web.http.page_app.agreement_form", present)
    counting = asyncio.create_task(count())
    path = f"/t/{TABLE_SETTINGS.name}/agreement"
    await asyncio.gather(*(table.get(path) for _ in range(20)))
    counting.cancel()
    assert len(set(begun)) == len(begun) == 20
