"""Programs at the page of a real `kibitz run`: they act, or only look, as browsers do."""

from __future__ import annotations

import json
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.processes import READY, SERVICE, Watched, watched
from referee.words import Language
from service.config.settings import Configuration
from service.plain import text_of
from service.web.messages.from_page import PROTOCOL, Act, Alive, Deed, FromPage, Hello

HERE = "127.0.0.1"
LONGEST = 4 * 2**20
"""Bytes of a message."""


@dataclass(frozen=True, slots=True)
class Served:
    """A table that is served."""

    process: Watched
    table: str
    port: int
    journals: Path

    @property
    def journal(self) -> Path:
        return self.journals / f"{self.table}.journal"

    @property
    def key(self) -> str:
        return (self.journals / f"{self.table}.key").read_text(encoding="utf-8").strip()

    @property
    def page(self) -> str:
        return f"http://{HERE}:{self.port}/t/{self.table}"

    @property
    def live(self) -> str:
        return f"ws://{HERE}:{self.port}/t/{self.table}/live"


@contextmanager
def served(folder: Path, arguments: tuple[str, ...] = SERVICE) -> Iterator[Served]:
    """A service at home in a folder, with the table that is there if nobody says anything."""
    with socket.socket() as free:
        free.bind((HERE, 0))
        port = free.getsockname()[1]
    (folder / "kibitz.toml").write_text(f"[service]\nport = {port}\n", encoding="utf-8")
    configuration = Configuration()
    journals = configuration.service.journals_in({}, folder)
    with watched(folder, arguments) as process:
        process.wait(READY)
        yield Served(process, configuration.tables[0].name, port, journals)


@dataclass(slots=True)
class Caller:
    """One connection, and the last it has heard."""

    connection: ClientConnection
    session: str = ""
    acts: int = 0
    parts: dict[str, Any] = field(default_factory=dict)

    @property
    def lamps(self) -> dict[str, Any]:
        """What shines, by place."""
        places = self.parts["Board"]["places"]
        return {place: shown["lamp"] for place, shown in places.items() if shown["lamp"]}

    async def greet(self, key: str) -> None:
        await self._say(Hello(PROTOCOL, Language.ENGLISH, key))
        self.session = (await self.hear())["session"]
        while "Game" not in self.parts:
            await self.hear()

    async def echo(self) -> float:
        """Milliseconds till a sign of life comes back."""
        self.acts += 1
        text = text_of(Alive(self.acts), FromPage)
        begun = perf_counter()
        await self.connection.send(text)
        while True:
            heard = await self.connection.recv()
            ended = perf_counter()
            if self._take(heard) == {"is": "Alive", "count": self.acts}:
                return 1000 * (ended - begun)

    async def act(self, deed: Deed, wanted: Callable[[], bool] = lambda: True) -> float:
        """Milliseconds till a part has come that makes it so; returns when the act is done too."""
        self.acts += 1
        text = text_of(Act(self.session, self.acts, deed), FromPage)
        done, seen = False, None
        begun = perf_counter()
        await self.connection.send(text)
        while not done or seen is None:
            heard = await self.connection.recv()
            ended = perf_counter()
            done = self._done(self._take(heard)) or done
            if seen is None and wanted():
                seen = 1000 * (ended - begun)
        return seen

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        return self._take(await self.connection.recv())

    async def listen(self) -> None:
        """Hear everything and do nothing about it, as long as anything comes."""
        async for _heard in self.connection:
            pass

    async def _say(self, message: FromPage) -> None:
        await self.connection.send(text_of(message, FromPage))

    def _take(self, heard: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(heard)
        if message["is"] == "Refused" and message["number"] == self.acts:
            raise RuntimeError(f"refused: {message['words']}")
        self.parts[message["is"]] = message
        return message

    def _done(self, message: dict[str, Any]) -> bool:
        return message == {"is": "Done", "number": self.acts}


@asynccontextmanager
async def caller(table: Served, key: str = "") -> AsyncIterator[Caller]:
    """Somebody who has been welcomed, and may act if he has the key."""
    async with connect(table.live, max_size=LONGEST, compression=None) as connection:
        new = Caller(connection)
        await new.greet(key)
        yield new
