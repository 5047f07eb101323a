"""A phone that shows what its camera sees over HTTP, in the ways in which such programs do it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import numpy as np

from tests.rigs.pictures import written

BETWEEN = 0.002
"""Seconds from one picture to the next."""


@dataclass
class Phone:
    """What it shows, how, and what happens to it."""

    brightness: int = 100
    plugged: bool = True
    going: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether it says anything."""
    path: str = "/video"
    """The beginning of where its pictures are; what is at other places, `other` says."""
    answer: Callable[[Phone, str], bytes | None] = lambda _phone, _path: None
    """Another answer than its pictures, whole; None is none."""
    lengths: bool = True
    drips: bytes = b""
    """What it says instead, again and again without end, a little at a time."""
    single: bool = False
    """Whether it sends one picture at a time."""
    boundary: str = "--frame"
    port: int = 0
    asked: list[str] = field(default_factory=list)
    """The questions, with their headers."""
    sent: int = 0
    """How many pictures went out."""
    goals: dict[int, asyncio.Event] = field(default_factory=dict)
    """Who waits for how many."""
    lines: dict[asyncio.StreamWriter, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.going.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.path}"

    def unplug(self) -> None:
        self.plugged = False
        self.going.set()
        for line in self.lines:
            line.transport.abort()

    def plug_in(self) -> None:
        self.plugged = True

    def hang(self) -> None:
        self.going.clear()

    def go_on(self) -> None:
        self.going.set()

    def picture(self) -> bytes:
        return written(np.full((120, 160, 3), self.brightness, np.uint8))

    async def has_sent(self, pictures: int) -> None:
        """Return when so many more pictures went out."""
        goal = asyncio.Event()
        self.goals[self.sent + pictures] = goal
        await goal.wait()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one question."""
        task = asyncio.current_task()
        assert task is not None
        self.lines[writer] = task
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            if self.plugged:
                question = (await reader.readuntil(b"\r\n\r\n")).decode()
                self.asked.append(question)
                await self._answer(question.split()[1], writer)
        self.lines.pop(writer)
        if self.plugged:
            writer.close()
        else:
            writer.transport.abort()

    async def _answer(self, path: str, writer: asyncio.StreamWriter) -> None:
        await self.going.wait()
        other = self.answer(self, path)
        if other is not None:
            writer.write(other)
            await writer.drain()
        elif self.drips:
            await self._drip(writer)
        elif self.single:
            writer.write(ok("image/jpeg") + self.picture())
            await writer.drain()
        else:
            await self._stream(writer)

    async def _drip(self, writer: asyncio.StreamWriter) -> None:
        while self.plugged and not writer.is_closing():
            writer.write(self.drips)
            await writer.drain()
            await asyncio.sleep(BETWEEN)

    async def _stream(self, writer: asyncio.StreamWriter) -> None:
        writer.write(ok(f"multipart/x-mixed-replace; boundary={self.boundary}"))
        dashes = "--" + self.boundary.lstrip("-")
        while self.plugged and not writer.is_closing():
            await self.going.wait()
            picture = self.picture()
            length = f"Content-Length: {len(picture)}\r\n" if self.lengths else ""
            head = f"{dashes}\r\nContent-Type: image/jpeg\r\n{length}\r\n"
            writer.write(head.encode() + picture + b"\r\n")
            await writer.drain()
            self.sent += 1
            if goal := self.goals.pop(self.sent, None):
                goal.set()
            await asyncio.sleep(BETWEEN)


def ok(kind: str) -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n".encode()


def status(number: int, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {number} So", "Content-Length: 0", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


@asynccontextmanager
async def serving(phone: Phone) -> AsyncIterator[Phone]:
    """The phone, in the network of this machine."""
    server = await asyncio.start_server(phone.serve, "127.0.0.1", 0)
    phone.port = server.sockets[0].getsockname()[1]
    try:
        yield phone
    finally:
        phone.unplug()
        server.close()
        await asyncio.gather(*phone.lines.values())
