"""The manners that all drivers share: one owner at a time, and one line to be heard on."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from hardware.devices import Clock, DeviceFault
from hardware.signals import Signal


class OwnedDevice(ABC):
    """A device that is opened by one owner at a time, and can be lost while it is open."""

    def __init__(self, name: str, clock: Clock) -> None:
        self._name = name
        self._clock = clock
        self._open = False
        self._lost: str | None = None
        """Why it is lost, to be said after its name."""
        self._loss = asyncio.Event()

    @property
    def name(self) -> str:
        return self._name

    @property
    def simulated(self) -> bool:
        return False

    async def __aenter__(self) -> Self:
        if self._open:
            raise RuntimeError(f"{self.name} is open already")
        await self._begin()
        self._open, self._loss = True, asyncio.Event()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        was_open, self._open, self._lost = self._open, False, None
        if was_open:
            await self._end()

    async def until_lost(self) -> None:
        """Wait for as long as it can be used; DeviceFault once it is lost."""
        self._check()
        await self._loss.wait()
        self._check()

    @abstractmethod
    async def _begin(self) -> None:
        """Reach the device; DeviceFault, beginning with its name, if that cannot be done."""

    @abstractmethod
    async def _end(self) -> None:
        """Let go of the device, be it lost or not; it cannot fail."""

    def _lose(self, why: str) -> None:
        """From now on whoever has opened it has lost it."""
        if self._open and self._lost is None:
            self._lost = why
            self._loss.set()

    def _check(self) -> None:
        """Whether it can be used: RuntimeError if it is not open, DeviceFault if it is lost."""
        if not self._open:
            raise RuntimeError(f"{self.name} is not open")
        if self._lost is not None:
            raise self._fault(self._lost)

    def _fault(self, why: str) -> DeviceFault:
        """What to raise for a reason; it begins with the name of the device."""
        return DeviceFault(f"{self.name} {why}")


@dataclass(frozen=True, slots=True)
class _End:
    """The end of a line."""

    lost: str | None = None
    """Why, if it was no ordinary one."""


class ReportingDevice(OwnedDevice, ABC):
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
        self._line.put_nowait(_End())

    async def signals(self) -> AsyncIterator[Signal]:
        """What happens, beginning with how things stand; DeviceFault once it is lost."""
        self._check()
        line = self._line
        while not isinstance(heard := await line.get(), _End):
            yield heard
        line.put_nowait(heard)
        if heard.lost is not None:
            raise self._fault(heard.lost)

    @abstractmethod
    def _standing(self) -> Signal | None:
        """How things stand now; None for a device that only tells what happens."""

    def _report(self, signal: Signal) -> None:
        if self._open and self._lost is None:
            self._line.put_nowait(signal)

    def _lose(self, why: str) -> None:
        super()._lose(why)
        self._line.put_nowait(_End(why))
