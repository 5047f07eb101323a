"""A board on the pins of a Raspberry Pi: several devices on one bus, and one thread that has it."""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from hardware.debounce import APART
from hardware.devices import Clock, DeviceFault
from hardware.drivers.pi.factory import PINS, Pins

AT_REST = 2 * APART
"""Seconds between two turns while nothing changes."""
BREATHER = 0.001
"""Seconds that a thread which is late leaves to the others."""


class Part(ABC):
    """Something on the pins; it is never opened, closed or given its turn twice at once."""

    @abstractmethod
    def open(self, pins: Pins) -> None:
        """Take the pins, and find how things stand; DeviceFault if that cannot be done."""

    @abstractmethod
    def turn(self, now: float) -> bool:
        """Do what is to be done now; whether the next turn should come soon."""

    @abstractmethod
    def close(self) -> None:
        """Give the pins back, as many as were taken; it may fail as a turn may."""


class Pulse(Protocol):
    """What makes a board take its turns."""

    def begin(self, turn: Callable[[], float | None]) -> None:
        """From now on, let it take a turn after as many seconds as the last one said."""

    def end(self) -> None:
        """Let it be; once this returns, no turn is under way."""


class OwnThread:
    """A thread that does nothing else; it ends by itself with a turn that wants no other."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, turn: Callable[[], float | None]) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=_take_turns, args=(turn, self._stop), name="pins", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None


def _take_turns(turn: Callable[[], float | None], stop: threading.Event) -> None:
    due = time.monotonic()
    while not stop.is_set() and (after := turn()) is not None:
        due = max(due + after, time.monotonic() + BREATHER)
        stop.wait(due - time.monotonic())


class PiBoard:
    """The pins, opened by the first device that joins and closed with the last that leaves."""

    def __init__(
        self, clock: Clock, pins: Pins | str = "lgpio", pulse: Pulse | None = None
    ) -> None:
        self._clock = clock
        self._pins = PINS[pins]() if isinstance(pins, str) else pins
        self._pulse = pulse or OwnThread()
        self._parts: dict[Part, Callable[[str], None]] = {}
        self._fault: str | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def simulated(self) -> bool:
        """Whether its pins are only played."""
        return self._pins.simulated

    async def join(self, part: Part, lost: Callable[[str], None]) -> None:
        """Open a part; DeviceFault, to be said after its name, if that cannot be done.

        Once it cannot be reached any more, `lost` is told why, in whatever thread that is seen.
        """
        self._pulse.end()
        if self._fault is not None:
            self._forget()
        self._loop = asyncio.get_running_loop()
        try:
            self._open(part)
            self._parts[part] = lost
        finally:
            self._go_on()

    async def leave(self, part: Part) -> None:
        """Close a part, be it lost or not."""
        if part not in self._parts:
            return
        self._pulse.end()
        del self._parts[part]
        with suppress(*self._pins.faults):
            part.close()
        self._go_on()

    def turn(self) -> float | None:
        """Give every part its turn; after how many seconds to come again, None for never."""
        now = self._clock.now()
        try:
            soon = [part.turn(now) for part in self._parts]
        except DeviceFault as fault:
            self._lose(str(fault))
            return None
        except self._pins.faults as error:
            self._lose(f"cannot be reached any more: {error}")
            return None
        except BaseException:
            self._lose("has met with a bug of Kibitz; the log tells more")
            raise
        return APART if any(soon) else AT_REST

    def say(self, tell: Callable[[], None]) -> None:
        """Tell something in the loop; nobody is there any more when the loop has closed."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(tell)

    def _open(self, part: Part) -> None:
        if not self._parts:
            self._pins.open()
        try:
            part.open(self._pins)
        except self._pins.faults as error:
            with suppress(*self._pins.faults):
                part.close()
            if isinstance(error, DeviceFault):
                raise
            raise DeviceFault(f"cannot be reached: {error}") from error

    def _go_on(self) -> None:
        if self._parts and self._fault is None:
            self._pulse.begin(self.turn)
        elif not self._parts:
            self._forget()

    def _lose(self, why: str) -> None:
        self._fault = why
        for lost in self._parts.values():
            lost(why)

    def _forget(self) -> None:
        """Let go of everything; whoever was there has been told that it is lost."""
        for part in self._parts:
            with suppress(*self._pins.faults):
                part.close()
        self._parts.clear()
        with suppress(*self._pins.faults):
            self._pins.close()
        self._fault = None
