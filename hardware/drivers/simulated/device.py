"""What every simulated device has in common: a plug, and a line on which it is heard."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from enum import Enum
from types import TracebackType
from typing import Self

from hardware.devices import Clock, DeviceFault
from hardware.signals import Signal


class SimulatedDevice:
    """A device that can be opened while it is plugged in, by one owner at a time."""

    def __init__(self, name: str, clock: Clock) -> None:
        self._name = name
        self._clock = clock
        self._plugged = True
        self._open = False
        self._lost = False

    @property
    def name(self) -> str:
        return self._name

    @property
    def simulated(self) -> bool:
        return True

    @property
    def plugged(self) -> bool:
        """Whether the plug is in."""
        return self._plugged

    def unplug(self) -> None:
        """Pull the plug: whoever has opened the device has lost it."""
        self._plugged = False
        self._lost = self._open

    def plug_in(self) -> None:
        """Put the plug in again: the device can be opened anew."""
        self._plugged = True

    async def __aenter__(self) -> Self:
        if self._open:
            raise RuntimeError(f"{self.name} is open already")
        if not self._plugged:
            raise DeviceFault(f"{self.name} is not plugged in")
        self._open = True
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open = self._lost = False

    def _check(self) -> None:
        """Whether it can be used: RuntimeError if it is not open, DeviceFault if it is lost."""
        if not self._open:
            raise RuntimeError(f"{self.name} is not open")
        if self._lost:
            raise DeviceFault(f"{self.name} was unplugged")


class _End(Enum):
    """What ends a line."""

    CLOSED = "closed"
    LOST = "lost"


class SimulatedReporter(SimulatedDevice, ABC):
    """A device that reports: how things stand when it is opened, and then what happens."""

    def __init__(self, name: str, clock: Clock) -> None:
        super().__init__(name, clock)
        self._line: asyncio.Queue[Signal | _End] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self._line = asyncio.Queue()
        if (standing := self._standing()) is not None:
            self._report(standing)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await super().__aexit__(kind, error, trace)
        self._line.put_nowait(_End.CLOSED)

    def unplug(self) -> None:
        super().unplug()
        self._line.put_nowait(_End.LOST)

    async def signals(self) -> AsyncIterator[Signal]:
        """What happens, beginning with how things stand; DeviceFault once the plug is out."""
        self._check()
        line = self._line
        while not isinstance(heard := await line.get(), _End):
            yield heard
        line.put_nowait(heard)
        if heard is _End.LOST:
            raise DeviceFault(f"{self.name} was unplugged")

    @abstractmethod
    def _standing(self) -> Signal | None:
        """How things stand now; None for a device that only tells what happens."""

    def _report(self, signal: Signal) -> None:
        if self._open and not self._lost:
            self._line.put_nowait(signal)
