"""Tables served to pages by the real server, and clients that behave as a page does."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPResponse
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from service.config.service_settings import TableSettings as Setup
from service.table.table_runtime import TableRuntime, run_table
from service.web.http.access_control import load_or_create_key, own_host_names
from service.web.http.http_server import open_listener, serve_page
from service.web.http.page_app import create_app
from service.web.messages import from_page
from service.web.messages.to_page import MESSAGES, ActionDone, Refused, ToPage, Welcome
from service.web.open_tables import OpenTable, OpenTables
from service.words.phrases import ENGLISH, Language
from tests.rigs.tables.table_in_memory import (
    TABLE_SETTINGS,
    HandsAtTable,
    hands_at,
    service_options,
)

Kind = TypeVar("Kind")
LOOPBACK = "127.0.0.1"
HOST_NAMES = own_host_names(["kibitz.test"])


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    status: int
    headers: Mapping[str, str]
    """The headers, with names in lower case."""
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class PageClient:
    """A client that behaves as a page does."""

    line: ClientConnection
    session: str = ""
    number: int = 0
    messages: list[Any] = field(default_factory=list)
    """All messages of the service."""

    async def say(self, message: object) -> None:
        await self.line.send(MESSAGES.encode(message, from_page.FromPage))

    async def hear(self) -> Any:
        text = await self.line.recv()
        assert isinstance(text, str)
        self.messages.append(MESSAGES.decode(text, ToPage))
        return self.messages[-1]

    async def hear_of(self, kind: type[Kind]) -> Kind:
        while not isinstance(message := await self.hear(), kind):
            pass
        return message

    async def hear_until(self, kind: type[Kind], wanted: Callable[[Kind], bool]) -> Kind:
        """The first message of this kind that fulfils a condition."""
        while not wanted(message := await self.hear_of(kind)):
            pass
        return message

    async def greet(self, key: str = "", language: Language = ENGLISH) -> Welcome:
        await self.say(from_page.Hello(from_page.PROTOCOL, language, key))
        welcome = await self.hear_of(Welcome)
        self.session = welcome.session
        return welcome

    async def act(self, action: from_page.Action) -> ActionDone | Refused:
        """Requests an action and returns the answer."""
        self.number += 1
        await self.say(from_page.ActionRequest(self.session, self.number, action))
        while True:
            answer = await self.hear()
            if isinstance(answer, ActionDone | Refused) and answer.number == self.number:
                return answer

    async def settle(self) -> None:
        """Receives everything that was sent before this call."""
        count = -len(self.messages)
        await self.say(from_page.KeepAlive(count))
        while not (
            isinstance(answer := await self.hear(), from_page.KeepAlive) and answer.count == count
        ):
            pass

    async def closed(self) -> int:
        """The close code of the connection, once the service has closed it."""
        with suppress(ConnectionClosed):
            while True:
                await self.hear()
        assert self.line.close_code is not None
        return self.line.close_code


@dataclass
class ServedTable:
    """A table that is open to pages."""

    runtime: TableRuntime
    open_tables: OpenTables
    port: int

    @property
    def seated(self) -> HandsAtTable:
        return hands_at(self.runtime)

    @property
    def key(self) -> str:
        return self.open_tables.by_name[self.runtime.table.name].key

    @property
    def host(self) -> str:
        return f"{LOOPBACK}:{self.port}"

    @property
    def received_signals(self) -> int:
        """The number of signals that the referee has received."""
        return sum(it.signals for it in self.runtime.table.source_stats.values())

    @asynccontextmanager
    async def page(self, table: str | None = None, **options: Any) -> AsyncIterator[PageClient]:
        address = f"ws://{self.host}/t/{table or self.runtime.table.name}/live"
        async with connect(address, compression=None, max_size=None, **options) as line:
            yield PageClient(line)

    @asynccontextmanager
    async def greeted(
        self, *, key: bool = True, language: Language = ENGLISH
    ) -> AsyncIterator[PageClient]:
        async with self.page() as page:
            await page.greet(self.key if key else "", language)
            yield page

    async def get(self, path: str, method: str = "GET", **headers: str) -> HttpAnswer:
        """The answer of the server; a header `accept_language` stands for `accept-language`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        texts = {"host": self.host, "connection": "close", **named}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {texts[name]}" for name in texts), "", ""]
        return _answer(await self.raw("\r\n".join(lines).encode("latin-1")), method)

    async def raw(self, said: bytes) -> bytes:
        """The complete answer of the server, until it closes the connection."""
        reader, writer = await asyncio.open_connection(LOOPBACK, self.port)
        writer.write(said)
        await writer.drain()
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer


@asynccontextmanager
async def serve_tables(
    folder: Path, *setups: Setup, narrow: bool = False
) -> AsyncIterator[ServedTable]:
    """The first of these tables, with all of them open to pages, and at rest.

    With `narrow`, the send buffer is small, so that the service soon notices a page that reads
    nothing.
    """
    open_tables, opened = OpenTables(), list[TableRuntime]()

    def watch(runtime: TableRuntime) -> None:
        open_tables.add(OpenTable.open(runtime, load_or_create_key(folder, runtime.table.name)))

    async with AsyncExitStack() as stack:
        for setup in setups or [TABLE_SETTINGS]:
            table = run_table(setup, service_options(folder), watch)
            opened.append(await stack.enter_async_context(table))
        line = open_listener(LOOPBACK, 0)
        if narrow:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        port = line.getsockname()[1]
        await stack.enter_async_context(serve_page(create_app(open_tables, HOST_NAMES), [line]))
        shown = ServedTable(opened[0], open_tables, port)
        await shown.seated.pass_seconds(1)
        yield shown


class _Received:
    """The received bytes, as `http.client` reads them."""

    def __init__(self, said: bytes) -> None:
        self._file = BytesIO(said)

    def makefile(self, _mode: str) -> BytesIO:
        return self._file


def _answer(said: bytes, method: str) -> HttpAnswer:
    response = HTTPResponse(cast("socket.socket", _Received(said)), method=method)
    response.begin()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return HttpAnswer(response.status, headers, response.read())
