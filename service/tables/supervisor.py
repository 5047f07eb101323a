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
from hardware.devices import (
    Clock,
    Device,
    DeviceFault,
    Lamps,
    Obedient,
    Reporter,
    Sounder,
    StatusLight,
)
from hardware.lights import DARK, Frame, Rhythm
from hardware.signals import DeviceBack, DeviceLost
from hardware.sounds import Tune
from referee.effects import Meaning
from referee.seating import NEAR_RIGHT, Facing
from service.tables.inbox import AHEAD, Inbox

FIRST_WAIT = 0.5
"""Seconds from the first fault of an outage to the next try; each wait is twice the last."""
LONGEST_WAIT = 5.0
"""Seconds between two tries at most; a device that was open for so long is well again."""
MOST_REASONS = 5
"""So many reasons are logged of one outage; a device may find ever new ones."""
LAST_WORD = 1.0
"""Seconds that lights may take to go dark when the service stops."""

Picture = Mapping[Place, Meaning] | Frame
"""What lamps are to tell, or just how they are to shine."""
Sent = Callable[[Picture], Frame]
"""Makes of a picture what the lamps are sent."""
Changed = Callable[[], None]
"""Is called when something about a device has changed."""

log = logging.getLogger(__name__)

D = TypeVar("D", bound=Device)
Told = TypeVar("Told", bound=Obedient)


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
        self._reasons: set[str] = set()
        """Why it could not be reached since it was well."""
        self._doubted = False
        """Whether it was told to be back since it was well: next time it has to prove it."""
        self._heard = False
        """Whether it has said anything since it was opened."""
        self._last_at = clock.now()
        """The time of its last signal, for what is said of it must not be older."""

    async def run(self) -> None:
        """Keep the device alive until cancelled; whatever is no fault of it is let through."""
        while True:
            tried = self._clock.now()
            try:
                async with self.device:
                    self._opened(tried)
                    await self._serve_and_see()
                raise DeviceFault(f"{self.device.name} has stopped of itself")
            except OSError as fault:
                _stop_if_cancelled()
                self._lost(fault)
            await self._pause()

    @abstractmethod
    async def _serve(self) -> None:
        """Do what the open device is there for."""

    async def _serve_and_see(self) -> None:
        """Serve the open device; once it has been open for long, it is well again."""
        if not self._reasons:
            return await self._serve()
        proof = asyncio.ensure_future(self._be_well_in(LONGEST_WAIT))
        try:
            await self._serve()
        finally:
            proof.cancel()

    async def _be_well_in(self, seconds: float) -> None:
        opened = self._clock.now()
        await self._clock.wait_until(opened + seconds)
        self._wait = FIRST_WAIT
        self._reasons.clear()
        self._back(opened)
        self._doubted = False

    def _opened(self, tried: float) -> None:
        """It is there: people are told at once, but not each time that it comes and goes."""
        self._heard = False
        if not self._doubted:
            self._back(tried)

    def _back(self, since: float) -> None:
        if self.link is Link.LOST:
            log.info("%s: %s is back", self._inbox.table, self.device.name)
            # While it was being opened it may have looked already, and that look follows.
            self._inbox.put(DeviceBack(self.device.name, max(since, self._last_at)))
            self._doubted = True
        self.link = Link.OPEN
        self._changed()

    def _lost(self, fault: OSError) -> None:
        self._log(fault)
        again = self.link is Link.LOST
        if again and not self._heard:
            return
        # Of a device that nobody takes to be back, what it has said meanwhile is taken back.
        self._heard = False
        self._inbox.put(DeviceLost(self.device.name, self._now(), str(fault)))
        if not again:
            self.link = Link.LOST
            self._changed()

    def _log(self, fault: OSError) -> None:
        """Each reason is told once while an outage lasts."""
        why = _after(self.device.name, str(fault))
        known = why in self._reasons or len(self._reasons) >= MOST_REASONS
        if not known:
            self._reasons.add(why)
        level = logging.DEBUG if known else logging.WARNING
        log.log(level, "%s: %s cannot be reached: %s", self._inbox.table, self.device.name, why)

    async def _pause(self) -> None:
        """Wait for the next try, each time longer, until the device has been well."""
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        await self._clock.wait_until(self._clock.now() + wait)

    def _now(self) -> float:
        return max(self._clock.now(), self._last_at)


class SupervisedReporter(Supervised[Reporter]):
    """A device whose signals go to the inbox."""

    async def _serve(self) -> None:
        async for signal in self.device.signals():
            heard = self._inbox.hear(signal)
            self._heard = True
            if heard and signal.at <= self._clock.now() + AHEAD:
                self._last_at = max(self._last_at, signal.at)
            if not heard:
                # A line that never runs dry would let nobody else have a turn.
                await asyncio.sleep(0)


class SupervisedObedient(Supervised[Told]):
    """A device that is told the newest; what came before is left out where it is slow."""

    def __init__(
        self, device: Told, inbox: Inbox, clock: Clock, changed: Changed = nobody_minds
    ) -> None:
        super().__init__(device, inbox, clock, changed)
        self._news = asyncio.Event()

    async def _serve(self) -> None:
        loss = asyncio.ensure_future(self.device.until_lost())
        loss.add_done_callback(lambda _: self._news.set())
        try:
            while not loss.done():
                self._news.clear()
                await self._tell()
                await self._news.wait()
            loss.result()
        except asyncio.CancelledError:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(LAST_WORD):
                    await self._tell_the_end()
            raise
        finally:
            loss.cancel()

    @abstractmethod
    async def _tell(self) -> None:
        """Tell the device what it has to do now."""

    async def _tell_the_end(self) -> None:
        """Tell the device that the service stops."""


class SupervisedLamps(SupervisedObedient[Lamps]):
    """Lamps that show the newest picture."""

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

    def show(self, picture: Picture, facing: Facing = NEAR_RIGHT) -> None:
        """Let the lamps tell this as soon as they can, the places named as Light counts them."""
        self._wanted = picture, facing
        self._news.set()

    async def _tell(self) -> None:
        picture, facing = self._wanted
        frame = self._sent(picture)
        await self.device.show(facing.frame(frame))
        self.shining = Shining({} if isinstance(picture, Frame) else picture, frame)
        self._changed()

    async def _tell_the_end(self) -> None:
        await self.device.show(DARK)


class SupervisedSounder(SupervisedObedient[Sounder]):
    """Something that plays the newest tune, and none that comes too late to be understood."""

    def __init__(
        self, device: Sounder, inbox: Inbox, clock: Clock, changed: Changed = nobody_minds
    ) -> None:
        super().__init__(device, inbox, clock, changed)
        self._wanted: Tune = ()

    def play(self, tune: Tune) -> None:
        """Let this be heard after the tune that is being played, if it can be heard now."""
        self._wanted = tune
        self._news.set()

    def _opened(self, tried: float) -> None:
        self._wanted = ()
        super()._opened(tried)

    async def _tell(self) -> None:
        tune, self._wanted = self._wanted, ()
        if tune:
            await self.device.play(tune)


class SupervisedStatusLight(SupervisedObedient[StatusLight]):
    """A light that shines in the newest rhythm."""

    def __init__(
        self, device: StatusLight, inbox: Inbox, clock: Clock, changed: Changed = nobody_minds
    ) -> None:
        super().__init__(device, inbox, clock, changed)
        self._wanted: Rhythm | None = None

    def show(self, rhythm: Rhythm) -> None:
        """Shine like this as soon as can be."""
        if rhythm is not self._wanted:
            self._wanted = rhythm
            self._news.set()

    async def _tell(self) -> None:
        await self.device.show(self._wanted)

    async def _tell_the_end(self) -> None:
        await self.device.show(None)


def _after(name: str, fault: str) -> str:
    """What is said of a fault once the device has been named: `it` if it names the device too."""
    if fault.startswith(f"{name}: "):
        return fault.removeprefix(f"{name}: ")
    return f"it {fault.removeprefix(f'{name} ')}" if fault.startswith(f"{name} ") else fault


def _stop_if_cancelled() -> None:
    """A fault while closing must not hide that the service stops."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
