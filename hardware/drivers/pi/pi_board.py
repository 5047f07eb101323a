"""A board on the pins of a Pi: one thread and bus, shared by debounced and other devices."""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from operator import and_
from typing import Generic, ParamSpec, Protocol, TypeVar

from hardware.devices import Clock, DeviceFault
from hardware.driver_base import OwnedDevice
from hardware.drivers.pi.gpio import PIN_FACTORIES, Pins

SAMPLE_INTERVAL = 0.005
"""Seconds between two samples."""
SAMPLES = 4
"""Number of successive samples that must agree."""


class Debouncer:
    """Debounces many switches at once, one bit each; `found` is the initial state."""

    def __init__(self, found: int, agreeing: int = SAMPLES) -> None:
        self._settled = found
        self._recent = deque([found] * agreeing, maxlen=agreeing)

    @property
    def state(self) -> int:
        return self._settled

    @property
    def is_stable(self) -> bool:
        """True if the last sample equals the debounced state."""
        return self._recent[-1] == self._settled

    def sample(self, sample: int) -> int:
        """Takes one sample; returns the switches whose debounced state changes with it."""
        self._recent.append(sample)
        changed = reduce(and_, (earlier ^ self._settled for earlier in self._recent))
        self._settled ^= changed
        return changed


IDLE_INTERVAL = 2 * SAMPLE_INTERVAL
"""Seconds between two ticks while nothing changes."""
MIN_PAUSE = 0.001
"""Seconds that a thread which is late leaves to other threads."""


class PiPart(ABC):
    """A part on the pins; its methods are never called concurrently."""

    @abstractmethod
    def open(self, pins: Pins) -> None:
        """Takes its pins and reads the initial state; DeviceFault if that fails."""

    @abstractmethod
    def tick(self, now: float) -> bool:
        """Does the work of one tick; returns True if the next tick should come soon."""

    @abstractmethod
    def close(self) -> None:
        """Releases the pins that it took; may fail as a tick may."""


class TickSource(Protocol):
    """Ticks a board: calls it again and again, each time after the delay that it returned."""

    def begin(self, tick: Callable[[], float | None]) -> None:
        """Starts the ticks, each after the seconds that the previous one returned."""

    def end(self) -> None:
        """Stops the ticks; when this returns, no tick is running."""


class TickThread:
    """Ticks in a thread of its own, which ends when a tick returns None."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, tick: Callable[[], float | None]) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=_run_ticks, args=(tick, self._stop), name="pins", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None


def _run_ticks(tick: Callable[[], float | None], stop: threading.Event) -> None:
    due = time.monotonic()
    while not stop.is_set() and (after := tick()) is not None:
        due = max(due + after, time.monotonic() + MIN_PAUSE)
        stop.wait(due - time.monotonic())


class PiBoard:
    """The pins of a machine: opened for the first part that joins, closed after the last."""

    def __init__(
        self, clock: Clock, pins: Pins | str = "lgpio", tick_source: TickSource | None = None
    ) -> None:
        self._clock = clock
        self._pins = PIN_FACTORIES[pins]() if isinstance(pins, str) else pins
        self._ticks = tick_source or TickThread()
        self._parts: dict[PiPart, Callable[[str], None]] = {}
        self._fault: str | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_simulated(self) -> bool:
        return self._pins.is_simulated

    async def join(self, part: PiPart, lost: Callable[[str], None]) -> None:
        """Opens a part; raises a DeviceFault whose text is a predicate, to follow a device's name.

        If the board is lost later, `lost` is called with such a predicate, in any thread.
        """
        self._ticks.end()
        if self._fault is not None:
            self._reset()
        self._loop = asyncio.get_running_loop()
        try:
            self._open(part)
            self._parts[part] = lost
        finally:
            self._resume()

    async def leave(self, part: PiPart) -> None:
        """Closes a part, lost or not."""
        if part not in self._parts:
            return
        self._ticks.end()
        del self._parts[part]
        with suppress(*self._pins.faults):
            part.close()
        self._resume()

    def tick(self) -> float | None:
        """Runs one tick of every part; returns the seconds to the next one, None to stop."""
        now = self._clock.now()
        try:
            soon = [part.tick(now) for part in self._parts]
        except DeviceFault as fault:
            self._notify_lost(str(fault))
            return None
        except self._pins.faults as error:
            self._notify_lost(f"cannot be reached any more: {error}")
            return None
        except BaseException:
            self._notify_lost("failed because of a bug in Kibitz; see the log")
            raise
        return SAMPLE_INTERVAL if any(soon) else IDLE_INTERVAL

    def call_in_loop(self, tell: Callable[[], None]) -> None:
        """Calls a function in the event loop; does nothing after the loop has closed."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(tell)

    def _open(self, part: PiPart) -> None:
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

    def _resume(self) -> None:
        if self._parts and self._fault is None:
            self._ticks.begin(self.tick)
        elif not self._parts:
            self._reset()

    def _notify_lost(self, why: str) -> None:
        self._fault = why
        for lost in self._parts.values():
            lost(why)

    def _reset(self) -> None:
        """Closes everything; the owners have already been notified of the loss."""
        for part in self._parts:
            with suppress(*self._pins.faults):
                part.close()
        self._parts.clear()
        with suppress(*self._pins.faults):
            self._pins.close()
        self._fault = None


Args = ParamSpec("Args")
P = TypeVar("P", bound=PiPart)


class PiDevice(OwnedDevice, Generic[P]):
    """A device that is a part of a board; the part is created at each opening."""

    def __init__(self, name: str, clock: Clock, board: PiBoard) -> None:
        super().__init__(name, clock)
        self._board = board
        self._part: P | None = None
        self._opening = object()

    @property
    def is_simulated(self) -> bool:
        return self._board.is_simulated

    async def _connect(self) -> None:
        self._opening = object()
        part = self._create_part()
        try:
            await self._board.join(part, self._in_loop(self._mark_lost))
        except DeviceFault as fault:
            raise self._fault(str(fault)) from fault
        self._part = part

    async def _disconnect(self) -> None:
        self._opening = object()
        part, self._part = self._part, None
        if part is not None:
            await self._board.leave(part)

    @abstractmethod
    def _create_part(self) -> P:
        """Creates the part of the board, unopened."""

    @property
    def _open_part(self) -> P:
        """The open part of the board; raises as `_require_open` if there is none."""
        self._require_open()
        if self._part is None:
            raise RuntimeError(f"{self.name} is not open")
        return self._part

    def _in_loop(self, hear: Callable[Args, None]) -> Callable[Args, None]:
        """Wraps a callback to run in the event loop from any thread, for this opening only."""
        opening = self._opening

        def tell(*what: Args.args, **named: Args.kwargs) -> None:
            def arrive() -> None:
                if opening is self._opening:
                    hear(*what, **named)

            self._board.call_in_loop(arrive)

        return tell
