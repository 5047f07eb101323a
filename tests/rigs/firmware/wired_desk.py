"""The drivers of one board on a desk, all of them open, and their reports."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Self

from firmware_bridge.board_devices import WiredButtons, WiredLamps, WiredSwitches
from firmware_bridge.board_link import BoardLink
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.wire.requests import ChangeSetting
from hardware.checkers import BACKGAMMON, BoardKind
from hardware.devices import DeviceFault, InputDevice
from hardware.drivers.clocks import SystemClock
from hardware.observations import Observation
from hardware.signals import Button, Signal
from tests.rigs.micropython.simulated_pico import Lamp, Pico

PATIENCE = 15.0
BEAT = "200"
"""Milliseconds between heartbeats; so often that lost messages are soon noticed."""


class Reports:
    """The reports of a device."""

    def __init__(self, device: InputDevice) -> None:
        self.signals: list[Signal] = []
        self.lost: str | None = None
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._listen(device))

    async def _listen(self, device: InputDevice) -> None:
        try:
            async for signal in device.signals():
                self.signals.append(signal)
                self._news.set()
        except DeviceFault as fault:
            self.lost = str(fault)
            self._news.set()

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def until_observed(self, many: int) -> None:
        """Waits for so many observations."""
        await self.until(lambda: len(self.observations) >= many)

    async def until_lost(self) -> str:
        await self.until(lambda: self.lost)
        assert self.lost is not None
        return self.lost

    @property
    def observations(self) -> list[Observation]:
        return [signal for signal in self.signals if isinstance(signal, Observation)]


class Desk:
    """The devices of one board, all of them open."""

    def __init__(self, pico: Pico, board: BoardKind = BACKGAMMON) -> None:
        clock = SystemClock()
        self.pico = pico
        self.link = BoardLink(SerialPort(pico.port), clock, [ChangeSetting("beat", BEAT)])
        self.switches = WiredSwitches("board", clock, self.link, board)
        self.lamps = WiredLamps("lamps", clock, self.link, board)
        self.buttons = WiredButtons("buttons", clock, self.link, (Button.LIGHT, Button.DARK))
        self._opened = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opening:
            for device in (self.switches, self.lamps, self.buttons):
                await opening.enter_async_context(device)
            self._opened = opening.pop_all()
        self.board = Reports(self.switches)
        self.presses = Reports(self.buttons)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._opened.aclose()

    async def lit(self, shown: tuple[Lamp, ...]) -> None:
        """Waits until the lamps show these colours."""
        world = self.pico.world
        await asyncio.to_thread(world.until, lambda: world.lamps == shown, f"{shown}")


@asynccontextmanager
async def until_open(
    device: AbstractAsyncContextManager[object], before: Callable[[], None] = lambda: None
) -> AsyncIterator[None]:
    """Opens the device until it works, as the service does."""
    async with AsyncExitStack() as opened:
        async with asyncio.timeout(PATIENCE):
            while True:
                before()
                try:
                    await opened.enter_async_context(device)
                    break
                except DeviceFault:
                    await asyncio.sleep(0.05)
        yield


@asynccontextmanager
async def reached(pico: Pico, board: BoardKind = BACKGAMMON) -> AsyncIterator[Desk]:
    """A desk whose devices are open."""
    desk = Desk(pico, board)
    async with until_open(desk):
        yield desk
