"""Connections to the page of a real `kibitz run`, which act or only look, as browsers do."""

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

from benchmarks.processes import READY, SERVICE, WatchedProcess, watch_process
from service.config.service_settings import Configuration
from service.web.messages.from_page import (
    PROTOCOL,
    Action,
    ActionRequest,
    FromPage,
    Hello,
    KeepAlive,
)
from service.web.messages.to_page import MESSAGES
from service.words.phrases import ENGLISH

HERE = "127.0.0.1"
LONGEST = 4 * 2**20
"""Bytes of a message."""


@dataclass(frozen=True, slots=True)
class ServedPage:
    """A table that is open to pages."""

    process: WatchedProcess
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
def serve_page(folder: Path, arguments: tuple[str, ...] = SERVICE) -> Iterator[ServedPage]:
    """A service at home in a folder, with its default table."""
    with socket.socket() as free:
        free.bind((HERE, 0))
        port = free.getsockname()[1]
    (folder / "kibitz.toml").write_text(f"[service]\nport = {port}\n", encoding="utf-8")
    configuration = Configuration()
    journals = configuration.service.journal_folder({}, folder)
    with watch_process(folder, arguments) as process:
        process.wait(READY)
        yield ServedPage(process, configuration.tables[0].name, port, journals)


@dataclass(slots=True)
class MeasuredConnection:
    """One connection, and the last message of each kind."""

    connection: ClientConnection
    session: str = ""
    action_count: int = 0
    parts: dict[str, Any] = field(default_factory=dict)

    @property
    def lamps(self) -> dict[str, Any]:
        """The lit lamps, by place."""
        places = self.parts["Board"]["places"]
        return {place: shown["lamp"] for place, shown in places.items() if shown["lamp"]}

    async def greet(self, key: str) -> None:
        await self._say(Hello(PROTOCOL, ENGLISH, key))
        self.session = (await self.hear())["session"]
        while "Game" not in self.parts:
            await self.hear()

    async def echo(self) -> float:
        """Milliseconds until a heartbeat comes back."""
        self.action_count += 1
        text = MESSAGES.encode(KeepAlive(self.action_count), FromPage)
        begun = perf_counter()
        await self.connection.send(text)
        while True:
            heard = await self.connection.recv()
            ended = perf_counter()
            if self._take(heard) == {"is": "KeepAlive", "count": self.action_count}:
                return 1000 * (ended - begun)

    async def act(self, action: Action, wanted: Callable[[], bool] = lambda: True) -> float:
        """Milliseconds until a message fulfils the condition; returns once the action is done."""
        self.action_count += 1
        text = MESSAGES.encode(ActionRequest(self.session, self.action_count, action), FromPage)
        done, seen = False, None
        begun = perf_counter()
        await self.connection.send(text)
        while not done or seen is None:
            heard = await self.connection.recv()
            ended = perf_counter()
            done = self._is_done(self._take(heard)) or done
            if seen is None and wanted():
                seen = 1000 * (ended - begun)
        return seen

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        return self._take(await self.connection.recv())

    async def listen(self) -> None:
        """Receives everything for as long as anything comes."""
        async for _heard in self.connection:
            pass

    async def _say(self, message: FromPage) -> None:
        await self.connection.send(MESSAGES.encode(message, FromPage))

    def _take(self, heard: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(heard)
        if message["is"] == "Refused" and message["number"] == self.action_count:
            raise RuntimeError(f"refused: {message['words']}")
        self.parts[message["is"]] = message
        return message

    def _is_done(self, message: dict[str, Any]) -> bool:
        return message == {"is": "Done", "number": self.action_count}


@asynccontextmanager
async def connect_page(table: ServedPage, key: str = "") -> AsyncIterator[MeasuredConnection]:
    """A connection that was welcomed, and may act if it has the key."""
    async with connect(table.live, max_size=LONGEST, compression=None) as connection:
        new = MeasuredConnection(connection)
        await new.greet(key)
        yield new
