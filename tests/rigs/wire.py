"""Tables served to pages by the real server, and programs that talk to it as a page does."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from referee.words import Language
from service.config.settings import Table as Setup
from service.plain import text_of, value_of
from service.tables.running import Running, running
from service.web.app import page_app
from service.web.club import Club
from service.web.doors import own_names
from service.web.keys import key_of
from service.web.messages.from_page import PROTOCOL, Act, Alive, Deed, FromPage, Hello
from service.web.messages.to_page import Done, Refused, ToPage, Welcome
from service.web.open_table import OpenTable
from service.web.server import listening, serving
from tests.rigs.tables import SETUP, Sitting, seated_at, ways

Kind = TypeVar("Kind")
HERE = "127.0.0.1"
NAMES = own_names(["kibitz.test"])


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server says to a question."""

    status: int
    headers: Mapping[str, str]
    """With their names in lower case."""
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Page:
    """A program that does as a page does."""

    line: ClientConnection
    session: str = ""
    number: int = 0
    heard: list[Any] = field(default_factory=list)
    """Everything that the service has said."""

    async def say(self, message: object) -> None:
        await self.line.send(text_of(message, FromPage))

    async def hear(self) -> Any:
        text = await self.line.recv()
        assert isinstance(text, str)
        self.heard.append(value_of(text, ToPage))
        return self.heard[-1]

    async def hear_of(self, kind: type[Kind]) -> Kind:
        """The next message of this kind."""
        while not isinstance(message := await self.hear(), kind):
            pass
        return message

    async def hear_until(self, kind: type[Kind], wanted: Callable[[Kind], bool]) -> Kind:
        """The first message of this kind that is as wanted, however many come before it."""
        while not wanted(message := await self.hear_of(kind)):
            pass
        return message

    async def greet(self, key: str = "", language: Language = Language.ENGLISH) -> Welcome:
        await self.say(Hello(PROTOCOL, language, key))
        welcome = await self.hear_of(Welcome)
        self.session = welcome.session
        return welcome

    async def act(self, deed: Deed) -> Done | Refused:
        """Ask for something, and hear what comes of it."""
        self.number += 1
        await self.say(Act(self.session, self.number, deed))
        while True:
            answer = await self.hear()
            if isinstance(answer, Done | Refused) and answer.number == self.number:
                return answer

    async def settle(self) -> None:
        """Hear all that was said before this."""
        count = -len(self.heard)
        await self.say(Alive(count))
        while not (isinstance(answer := await self.hear(), Alive) and answer.count == count):
            pass

    async def closed(self) -> int:
        """How the service closes the connection, at last."""
        with suppress(ConnectionClosed):
            while True:
                await self.hear()
        assert self.line.close_code is not None
        return self.line.close_code


@dataclass
class Served:
    """A table that is open to pages."""

    running: Running
    club: Club
    port: int

    @property
    def seated(self) -> Sitting:
        """Hands at it."""
        return seated_at(self.running)

    @property
    def key(self) -> str:
        return self.club.tables[self.running.table.name].key

    @property
    def host(self) -> str:
        return f"{HERE}:{self.port}"

    @property
    def arrived(self) -> int:
        """How many signals the referee has been given."""
        return self.running.table._inbox.total

    @asynccontextmanager
    async def page(self, table: str | None = None, **options: Any) -> AsyncIterator[Page]:
        """A page that has connected, and said nothing yet."""
        address = f"ws://{self.host}/t/{table or self.running.table.name}/live"
        async with connect(address, compression=None, max_size=None, **options) as line:
            yield Page(line)

    @asynccontextmanager
    async def greeted(
        self, *, key: bool = True, language: Language = Language.ENGLISH
    ) -> AsyncIterator[Page]:
        """A page that was welcomed."""
        async with self.page() as page:
            await page.greet(self.key if key else "", language)
            yield page

    async def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """What the server answers; a header `accept_language` is called `accept-language`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        told = {"host": self.host, "connection": "close", **named}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {told[name]}" for name in told), "", ""]
        return _answer(await self.raw("\r\n".join(lines).encode("latin-1")))

    async def raw(self, said: bytes) -> bytes:
        """Everything that the server answers until it closes the line."""
        reader, writer = await asyncio.open_connection(HERE, self.port)
        writer.write(said)
        await writer.drain()
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer


@asynccontextmanager
async def served(folder: Path, *setups: Setup, narrow: bool = False) -> AsyncIterator[Served]:
    """The first of these tables, with all of them open to pages, and at rest.

    In a narrow line, little is under way till the service notices that nobody takes it in.
    """
    club, opened = Club(), list[Running]()

    def watch(seen: Running) -> None:
        club.admit(OpenTable.of(seen, key_of(folder, seen.table.name)))

    async with AsyncExitStack() as stack:
        for setup in setups or [SETUP]:
            opened.append(await stack.enter_async_context(running(setup, ways(folder), watch)))
        line = listening(HERE, 0)
        if narrow:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        port = line.getsockname()[1]
        await stack.enter_async_context(serving(page_app(club, NAMES), [line]))
        shown = Served(opened[0], club, port)
        await shown.seated.passes(1)
        yield shown


def _answer(said: bytes) -> Answer:
    head, _, body = said.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    named = (line.partition(": ") for line in lines)
    headers = {name.lower(): value for name, _, value in named}
    if headers.get("transfer-encoding") == "chunked":
        body = b"".join(_chunks(body))
    return Answer(int(first.split()[1]), headers, body)


def _chunks(body: bytes) -> list[bytes]:
    chunks = []
    while body:
        length, _, rest = body.partition(b"\r\n")
        size = int(length, 16)
        chunks.append(rest[:size])
        body = rest[size + 2 :] if size else b""
    return chunks
