"""Ports that are only imagined: a plain board is behind one, and something else behind others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware_bridge.ports.port import Ear, PortFault
from hardware.devices import Clock
from tests.rigs.plain_board import PlainBoard

BEAT = 0.2


class BoardPort:
    """A port with a board behind it that answers at once, and lives as long as it is open."""

    def __init__(self, board: PlainBoard, clock: Clock, where: str = "/dev/ttyACM0") -> None:
        self.board = board
        self._clock = clock
        self._where = where
        self._ear: Ear | None = None
        self._living: asyncio.Task[None] | None = None

    @property
    def where(self) -> str:
        return self._where

    async def open(self, ear: Ear) -> None:
        self._ear = ear
        self._living = asyncio.create_task(self._live())

    def write(self, data: bytes) -> None:
        self.board.hear(data, self._clock.now())
        asyncio.get_running_loop().call_soon(self.say)

    async def close(self) -> None:
        self._ear = None
        if self._living is not None:
            self._living.cancel()

    def say(self) -> None:
        """What the board has to say comes in."""
        if self._ear is not None and (said := self.board.said()):
            self._ear.hear(said)

    async def _live(self) -> None:
        while True:
            await self._clock.wait_until(self._clock.now() + BEAT)
            self.board.pass_time(self._clock.now())
            self.say()


class OddPort:
    """A port behind which is no board: what it says to whatever it hears."""

    def __init__(self, answers: Callable[[bytes], bytes], where: str = "/dev/ttyACM0") -> None:
        self._answers = answers
        self._where = where
        self._ear: Ear | None = None

    @property
    def where(self) -> str:
        return self._where

    async def open(self, ear: Ear) -> None:
        self._ear = ear

    def write(self, data: bytes) -> None:
        if self._ear is not None and (said := self._answers(data)):
            asyncio.get_running_loop().call_soon(self._ear.hear, said)

    async def close(self) -> None:
        self._ear = None


class ShutPort(OddPort):
    """A port that cannot be opened."""

    def __init__(self, why: str, where: str = "/dev/ttyACM0") -> None:
        super().__init__(lambda _: b"", where)
        self._why = why

    async def open(self, ear: Ear) -> None:
        del ear
        raise PortFault(self.where, self._why)
