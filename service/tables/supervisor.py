"""Devices kept alive: opened, listened to, and opened again after every fault."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from hardware.checkers import Place
from hardware.devices import Clock, Device, DeviceFault, Lamps, Reporter
from hardware.lights import DARK, Frame
from hardware.signals import DeviceBack, DeviceLost
from referee.effects import Meaning
from referee.seating import NEAR_RIGHT, Facing
from service.tables.inbox import AHEAD, Inbox

FIRST_WAIT = 0.5
"""Seconds from the first fault of an outage to the next try; each wait is twice the last."""
LONGEST_WAIT = 5.0
"""Seconds between two tries at most; a device that was open for so long is well again."""
LAST_WORD = 1.0
"""Seconds that lamps may take to go dark when the service stops."""

Picture = Mapping[Place, Meaning] | Frame
"""What lamps are to tell, or just how they are to shine."""
Sent = Callable[[Picture], Frame]
"""Makes of a picture what the lamps are sent."""
Changed = Callable[[], None]
"""Is called when something about a device has changed."""

log = logging.getLogger(__name__)

D = TypeVar("D", bound=Device)


class Link(Enum):
    """How a device is reached."""

    OPENING = "opening"
    OPEN = "open"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Shining:
    """What lamps show, the places named as Light counts them."""

    meanings: Mapping[Place, Meaning] = field(default_factory=dict)
    """Nothing, while the lamps are tried out."""
    frame: Frame = DARK
    """As it was sent."""


def nobody_minds() -> None:
    """What has changed matters to nobody."""


class Supervised(ABC, Generic[D]):
    """One device, and how it is doing."""

    def __init__(
        self, device: D, inbox: Inbox, clock: Clock, changed: Changed = nobody_minds
    ) -> None:
        self.device = device
        self.link = Link.OPENING
        self._changed = changed
        self._inbox = inbox
        self._clock = clock
        self._wait = FIRST_WAIT
        self._last_at = clock.now()
        """The time of its last signal, for what is said of it must not be older."""

    async def run(self) -> None:
        """Keep the device alive until cancelled; whatever is no fault of it is let through."""
        while True:
            tried, opened = self._clock.now(), None
            try:
                async with self.device:
                    opened = self._clock.now()
                    self._opened(tried)
                    await self._serve()
                raise DeviceFault(f"{self.device.name} has stopped of itself")
            except OSError as fault:
                _stop_if_cancelled()
                self._lost(fault)
            await self._pause(opened)

    @abstractmethod
    async def _serve(self) -> None:
        """Do what the open device is there for."""

    def _opened(self, tried: float) -> None:
        if self.link is Link.LOST:
            log.info("%s: %s is back", self._inbox.table, self.device.name)
            # While it was being opened it may have looked already, and that look follows.
            self._inbox.put(DeviceBack(self.device.name, max(tried, self._last_at)))
        self.link = Link.OPEN
        self._changed()

    def _lost(self, fault: OSError) -> None:
        again = self.link is Link.LOST
        level = logging.DEBUG if again else logging.WARNING
        why = _after(self.device.name, str(fault))
        log.log(level, "%s: %s cannot be reached: %s", self._inbox.table, self.device.name, why)
        if again:
            return
        self.link = Link.LOST
        self._inbox.put(DeviceLost(self.device.name, self._now(), str(fault)))
        self._changed()

    async def _pause(self, opened: float | None) -> None:
        """Wait for the next try, each time longer, unless the device was open for long."""
        now = self._clock.now()
        if opened is not None and now - opened >= LONGEST_WAIT:
            self._wait = FIRST_WAIT
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        await self._clock.wait_until(now + wait)

    def _now(self) -> float:
        return max(self._clock.now(), self._last_at)


class SupervisedReporter(Supervised[Reporter]):
    """A device whose signals go to the inbox."""

    async def _serve(self) -> None:
        async for signal in self.device.signals():
            heard = self._inbox.hear(signal)
            if heard and signal.at <= self._clock.now() + AHEAD:
                self._last_at = max(self._last_at, signal.at)
            if not heard:
                # A line that never runs dry would let nobody else have a turn.
                await asyncio.sleep(0)


class SupervisedLamps(Supervised[Lamps]):
    """Lamps that show the newest picture; those before it are left out where they are slow."""

    def __init__(
        self,
        device: Lamps,
        inbox: Inbox,
        clock: Clock,
        sent: Sent,
        changed: Changed = nobody_minds,
    ) -> None:
        super().__init__(device, inbox, clock, changed)
        self.shining = Shining()
        """What was shown last, whether the lamps can still be reached or not."""
        self._sent = sent
        self._wanted: tuple[Picture, Facing] = ({}, NEAR_RIGHT)
        self._news = asyncio.Event()

    def show(self, picture: Picture, facing: Facing = NEAR_RIGHT) -> None:
        """Let the lamps tell this as soon as they can, the places named as Light counts them."""
        self._wanted = picture, facing
        self._news.set()

    async def _serve(self) -> None:
        loss = asyncio.ensure_future(self.device.until_lost())
        loss.add_done_callback(lambda _: self._news.set())
        try:
            while not loss.done():
                self._news.clear()
                await self._show_wanted()
                await self._news.wait()
            loss.result()
        except asyncio.CancelledError:
            await self._go_dark()
            raise
        finally:
            loss.cancel()

    async def _show_wanted(self) -> None:
        picture, facing = self._wanted
        frame = self._sent(picture)
        await self.device.show(facing.frame(frame))
        self.shining = Shining({} if isinstance(picture, Frame) else picture, frame)
        self._changed()

    async def _go_dark(self) -> None:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(LAST_WORD):
                await self.device.show(DARK)


def _after(name: str, fault: str) -> str:
    """What is said of a fault once the device has been named: `it` if it names the device too."""
    return f"it {fault.removeprefix(f'{name} ')}" if fault.startswith(f"{name} ") else fault


def _stop_if_cancelled() -> None:
    """A fault while closing must not hide that the service stops."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
