"""Opens devices, serves them, and reopens them with back-off after a fault."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from hardware import devices
from hardware.checkers import Place
from hardware.outputs import DARK_FRAME, LampFrame, Rhythm, Tune
from hardware.signals import DeviceLost, DeviceRestored
from referee.effects import LampMeaning
from referee.seating import NEAR_RIGHT, Orientation
from service.table.inbox import MAX_SECONDS_AHEAD, Inbox

FIRST_RETRY_DELAY = 0.5
"""Seconds before the first retry after a fault; each further wait is twice as long."""
MAX_RETRY_DELAY = 5.0
"""Maximum seconds between two retries; a device that stays open as long counts as recovered."""
MAX_LOGGED_REASONS = 5
"""Maximum number of different reasons that are logged during one outage."""
SHUTDOWN_TIMEOUT = 1.0
"""Seconds that lamps and lights have to go dark when the service stops."""

LampContent = Mapping[Place, LampMeaning] | LampFrame
"""The meanings that lamps are to show, or a finished frame."""
FrameMaker = Callable[[LampContent], LampFrame]
"""Converts a picture into the frame that is sent to the lamps."""
ChangeCallback = Callable[[], None]
"""Called when the state of a device has changed."""

log = logging.getLogger(__name__)

SupervisedT = TypeVar("SupervisedT", bound=devices.Device)
OutputDeviceT = TypeVar("OutputDeviceT", bound=devices.OutputDevice)


class LinkState(Enum):
    """The state of the connection to a device."""

    OPENING = "opening"
    OPEN = "open"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class LampPicture:
    """The picture on lamps; places are named from Light's point of view."""

    meanings: Mapping[Place, LampMeaning] = field(default_factory=dict)
    """Empty during a self-test of the lamps."""
    frame: LampFrame = DARK_FRAME
    """The frame as it was sent."""


class SupervisedDevice(ABC, Generic[SupervisedT]):
    """A supervised device with the state of its connection."""

    def __init__(
        self,
        device: SupervisedT,
        inbox: Inbox,
        clock: devices.Clock,
        changed: ChangeCallback = lambda: None,
    ) -> None:
        self.device = device
        self.link = LinkState.OPENING
        self._changed = changed
        self._inbox = inbox
        self._clock = clock
        self._retry_delay = FIRST_RETRY_DELAY
        self._reasons: set[str] = set()
        """The reasons that were logged during this outage."""
        self._reported_back = False
        """True if it was already reported back during this outage: now it must stay open first."""
        self._has_sent = False
        """True if it has sent a signal since it was opened."""
        self._last_at = clock.now()
        """The time of its last signal; signals about the device must not be older."""

    @property
    def has_work(self) -> bool:
        """True while something is to be done for which no time needs to pass."""
        if self.link is LinkState.OPENING:
            # Only the opening of a simulated device takes no time.
            return self.device.is_simulated
        return self.link is LinkState.OPEN and devices.has_work(self.device)

    async def run(self) -> None:
        """Keeps the device open until cancelled; exceptions other than OSError are passed on."""
        while True:
            since = self._clock.now()
            try:
                async with self.device:
                    self._opened(since)
                    await self._serve_with_recovery()
                raise devices.DeviceFault(f"{self.device.name} has stopped by itself")
            except OSError as fault:
                _raise_if_cancelled()
                self._report_lost(fault)
            await self._pause()

    @abstractmethod
    async def _serve(self) -> None:
        """Serves the open device until it is lost."""

    async def _serve_with_recovery(self) -> None:
        """Serves the open device; the outage is over once it was open for `MAX_RETRY_DELAY`."""
        if not self._reasons:
            return await self._serve()
        recovery = asyncio.ensure_future(self._recover_after(MAX_RETRY_DELAY))
        try:
            await self._serve()
        finally:
            recovery.cancel()

    async def _recover_after(self, seconds: float) -> None:
        opened = self._clock.now()
        await self._clock.wait_until(opened + seconds)
        self._retry_delay = FIRST_RETRY_DELAY
        self._reasons.clear()
        self._report_back(opened)
        self._reported_back = False

    def _opened(self, since: float) -> None:
        """Reports the device as back, at once unless it comes and goes."""
        self._has_sent = False
        if not self._reported_back:
            self._report_back(since)

    def _report_back(self, since: float) -> None:
        if self.link is LinkState.LOST:
            log.info("%s: %s is back", self._inbox.table_name, self.device.name)
            # It may have observed something while it was being opened; that signal follows.
            self._inbox.put(DeviceRestored(self.device.name, max(since, self._last_at)))
            self._reported_back = True
        self.link = LinkState.OPEN
        self._changed()

    def _report_lost(self, fault: OSError) -> None:
        self._log(fault)
        again = self.link is LinkState.LOST
        if again and not self._has_sent:
            return
        # The device was not reported back yet, so its signals since then must be withdrawn.
        self._has_sent = False
        self._inbox.put(DeviceLost(self.device.name, self._now(), str(fault)))
        if not again:
            self.link = LinkState.LOST
            self._changed()

    def _log(self, fault: OSError) -> None:
        """Logs a fault; as a warning only if its reason is new in this outage."""
        why = _without_device_name(self.device.name, str(fault))
        known = why in self._reasons or len(self._reasons) >= MAX_LOGGED_REASONS
        if not known:
            self._reasons.add(why)
        level = logging.DEBUG if known else logging.WARNING
        named = self._inbox.table_name, self.device.name
        log.log(level, "%s: %s cannot be reached: %s", *named, why)

    async def _pause(self) -> None:
        """Waits before the next retry, twice as long each time until the device has recovered."""
        delay, self._retry_delay = self._retry_delay, min(2 * self._retry_delay, MAX_RETRY_DELAY)
        await self._clock.wait_until(self._clock.now() + delay)

    def _now(self) -> float:
        return max(self._clock.now(), self._last_at)


class SupervisedInputDevice(SupervisedDevice[devices.InputDevice]):
    """A supervised device whose signals go to the inbox."""

    async def _serve(self) -> None:
        async for signal in self.device.signals():
            is_queued = self._inbox.offer(signal)
            self._has_sent = True
            if is_queued and signal.at <= self._clock.now() + MAX_SECONDS_AHEAD:
                self._last_at = max(self._last_at, signal.at)
            if not is_queued:
                # A device that never pauses would starve all other tasks.
                await asyncio.sleep(0)


class SupervisedOutputDevice(SupervisedDevice[OutputDeviceT]):
    """A supervised output device: it gets the newest output; a slow one skips older ones."""

    _sends = False

    def __init__(
        self,
        device: OutputDeviceT,
        inbox: Inbox,
        clock: devices.Clock,
        changed: ChangeCallback = lambda: None,
    ) -> None:
        super().__init__(device, inbox, clock, changed)
        self._news = asyncio.Event()

    @property
    def has_work(self) -> bool:
        """True while new output waits; False while output is sent, which may take time."""
        waits = self.link is LinkState.OPEN and self._news.is_set()
        return not self._sends and (waits or super().has_work)

    async def _serve(self) -> None:
        loss = asyncio.ensure_future(self.device.until_lost())
        loss.add_done_callback(lambda _: self._news.set())
        try:
            while not loss.done():
                self._news.clear()
                self._sends = True
                try:
                    await self._send()
                finally:
                    self._sends = False
                await self._news.wait()
            loss.result()
        except asyncio.CancelledError:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(SHUTDOWN_TIMEOUT):
                    await self._send_last()
            raise
        finally:
            loss.cancel()

    @abstractmethod
    async def _send(self) -> None:
        """Sends the newest output to the device."""

    async def _send_last(self) -> None:
        """Sends the last output before the service stops."""


class SupervisedLamps(SupervisedOutputDevice[devices.Lamps]):
    """Supervised lamps that show the newest picture."""

    def __init__(
        self,
        device: devices.Lamps,
        inbox: Inbox,
        clock: devices.Clock,
        make_frame: FrameMaker,
        changed: ChangeCallback = lambda: None,
    ) -> None:
        super().__init__(device, inbox, clock, changed)
        self.picture = LampPicture()
        """The last picture that was shown, even if the lamps have been lost since."""
        self._make_frame = make_frame
        self._wanted: tuple[LampContent, Orientation] = ({}, NEAR_RIGHT)

    def show(self, picture: LampContent, orientation: Orientation = NEAR_RIGHT) -> None:
        """Shows a picture as soon as possible; places are named from Light's point of view."""
        self._wanted = picture, orientation
        self._news.set()

    async def _send(self) -> None:
        picture, orientation = self._wanted
        frame = self._make_frame(picture)
        await self.device.show(orientation.frame(frame))
        self.picture = LampPicture({} if isinstance(picture, LampFrame) else picture, frame)
        self._changed()

    async def _send_last(self) -> None:
        await self.device.show(DARK_FRAME)


class SupervisedSounder(SupervisedOutputDevice[devices.Sounder]):
    """A supervised sounder that plays the newest tune, and drops tunes while it is lost."""

    _wanted: Tune = ()

    def play(self, tune: Tune) -> None:
        """Plays a tune after the current one; drops it if the sounder is lost."""
        self._wanted = tune
        self._news.set()

    def _opened(self, since: float) -> None:
        self._wanted = ()
        super()._opened(since)

    async def _send(self) -> None:
        tune, self._wanted = self._wanted, ()
        if tune:
            await self.device.play(tune)


class SupervisedStatusLight(SupervisedOutputDevice[devices.StatusLight]):
    """A supervised status light that shines in the newest rhythm."""

    _wanted: Rhythm | None = None

    def show(self, rhythm: Rhythm) -> None:
        if rhythm is not self._wanted:
            self._wanted = rhythm
            self._news.set()

    async def _send(self) -> None:
        await self.device.show(self._wanted)

    async def _send_last(self) -> None:
        await self.device.show(None)


def _without_device_name(name: str, fault: str) -> str:
    """The text of a fault without the name of the device at its beginning, or with "it" instead."""
    if fault.startswith(f"{name}: "):
        return fault.removeprefix(f"{name}: ")
    return f"it {fault.removeprefix(f'{name} ')}" if fault.startswith(f"{name} ") else fault


def _raise_if_cancelled() -> None:
    """Raises CancelledError if the task is being cancelled, for a fault must not hide that."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
