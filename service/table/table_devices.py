"""The supervised devices of a table, their known problems, and their work in flight."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hardware.checkers import BACKGAMMON, Place
from hardware.devices import BoardSensor, Clock
from hardware.observations import Observation
from hardware.outputs import Rhythm
from hardware.signals import CameraProblemChanged, DeviceLost, Signal
from referee.effects import Effect
from referee.seating import Orientation
from referee.state import State
from service.camera.camera_sensor import NOTHING_CLAIMED, CameraSensor
from service.table.device_factory import DeviceSet
from service.table.inbox import Inbox
from service.table.notice_sounds import SoundSelector
from service.table.self_test import LampSelfTest, SelfTestEnd, SwitchSelfTest
from service.table.supervisor import (
    ChangeCallback,
    LampContent,
    LampPicture,
    LinkState,
    SupervisedDevice,
    SupervisedInputDevice,
    SupervisedLamps,
    SupervisedSounder,
    SupervisedStatusLight,
)
from service.table.timers import OneShotTimer


class TableDevices:
    """All devices of a table, which name places by the board's own numbering.

    Places are renamed here and nowhere else, so that all others count them as Light does.
    """

    def __init__(
        self, devices: DeviceSet, inbox: Inbox, clock: Clock, changed: ChangeCallback
    ) -> None:
        update = self._update_status_lights
        parts = (inbox, clock, update)
        self._lamps = [
            SupervisedLamps(lamps.device, inbox, clock, lamps.frame_for, update)
            for lamps in devices.lamps
        ]
        self._inputs = [SupervisedInputDevice(it, *parts) for it in devices.input_devices]
        self._sounders = [SupervisedSounder(it, *parts) for it in devices.sounders]
        self._lights = [SupervisedStatusLight(it, *parts) for it in devices.status_lights]
        self._shown: list[SupervisedDevice[Any]] = [*self._inputs, *self._lamps]
        self._shown += self._sounders
        """The devices whose state the status lights show."""
        self._all = [*self._shown, *self._lights]
        self._camera = devices.camera_pipeline
        self._orientation = devices.orientation
        self._clock = clock
        self._changed = changed
        self._sounds = SoundSelector()

    @property
    def orientation(self) -> Orientation:
        return self._orientation

    def set_orientation(self, orientation: Orientation) -> Callable[[Signal], Signal]:
        """Sets the orientation of the board; returns what renames the signals known before."""
        before, self._orientation = self._orientation, orientation
        if self._camera:
            # Seeing depends on who sits where: only light checkers lie in Light's tray.
            self._camera.orientation = orientation
        return lambda signal: _renamed(_renamed(signal, before), orientation)

    @property
    def links(self) -> Mapping[str, LinkState]:
        return {device.device.name: device.link for device in self._all}

    @property
    def camera_name(self) -> str | None:
        """The name of the camera, if there is one."""
        return self._camera.name if self._camera else None

    @property
    def has_reports(self) -> bool:
        """True while an input device has something to report for which no time needs to pass."""
        return any(device.has_work for device in self._inputs)

    @property
    def has_work(self) -> bool:
        """True while any device has something to do for which no time needs to pass."""
        return any(device.has_work for device in self._all)

    @property
    def simulated_names(self) -> tuple[str, ...]:
        devices = (supervised.device for supervised in self._all)
        return tuple(device.name for device in devices if device.is_simulated)

    @property
    def lamp_picture(self) -> LampPicture:
        """The picture on the first lamps."""
        return self._lamps[0].picture if self._lamps else LampPicture()

    @property
    def supervisor_tasks(self) -> Sequence[Callable[[], Coroutine[Any, Any, None]]]:
        return [device.run for device in self._all]

    def as_light_counts(self, signal: Signal) -> Signal:
        return _renamed(signal, self._orientation)

    def show(self, picture: LampContent) -> None:
        for lamps in self._lamps:
            lamps.show(picture, self._orientation)

    def play_sound_of(self, effect: Effect) -> None:
        """Plays the tune of an effect, if it has one."""
        if tune := self._sounds.tune_for(effect, self._clock.now()):
            for sounder in self._sounders:
                sounder.play(tune)

    def new_lamp_test(self) -> LampSelfTest | None:
        """A new self-test of the first lamps; None without lamps."""
        for lamps in self._lamps:
            test = LampSelfTest(lamps.device.name, self._in_order(lamps.device.places))
            return test if lamps.link is LinkState.OPEN else test.with_end(SelfTestEnd.LOST)
        return None

    def new_switch_test(self) -> SwitchSelfTest | None:
        """A new self-test of the switches of the first board sensor; None without one."""
        for supervised in self._inputs:
            device = supervised.device
            if isinstance(device, BoardSensor) and not isinstance(device, CameraSensor):
                test = SwitchSelfTest(device.name, self._in_order(device.places))
                return (
                    test if supervised.link is LinkState.OPEN else test.with_end(SelfTestEnd.LOST)
                )
        return None

    def _update_status_lights(self) -> None:
        """Updates the status lights: steady if all devices are connected, else blinking."""
        well = all(device.link is LinkState.OPEN for device in self._shown)
        for light in self._lights:
            light.show(Rhythm.STEADY if well else Rhythm.BLINK)
        self._changed()

    def _in_order(self, places: Iterable[Place]) -> tuple[Place, ...]:
        """The places of a device as Light counts them, in the order of the board."""
        counted = {self._orientation[place] for place in places}
        return tuple(place for place in BACKGAMMON.places if place in counted)


def _renamed(signal: Signal, orientation: Orientation) -> Signal:
    return orientation.observation(signal) if isinstance(signal, Observation) else signal


def known_observations(state: State, camera: str | None) -> Iterator[Signal]:
    """Yields the last observations, as if the sensors had just been opened, in the same order.

    The first one of a camera claims nothing.
    """
    for name, seen in state.observed.observations.items():
        if name == camera:
            yield replace(seen, sightings=NOTHING_CLAIMED)
        yield seen


def known_device_problems(state: State) -> list[Signal]:
    """A signal for each device that is lost, and for each trouble that a device reported."""
    at = state.last_signal_at
    lost = [DeviceLost(name, at[name], "as before") for name in sorted(state.lost)]
    troubles = state.observed.camera_problems.items()
    return [*lost, *(CameraProblemChanged(name, at[name], by) for name, by in troubles)]


class WorkInFlight:
    """Knows what is counted where it waits: at devices, in the inbox, at the referee, at timers."""

    def __init__(self, inbox: Inbox, devices: TableDevices, *timers: OneShotTimer) -> None:
        self._inbox = inbox
        self._devices = devices
        self._timers = timers
        self._referee_rests = asyncio.Event()

    def rest(self) -> None:
        """Notes that the referee waits for signals, or has stopped."""
        self._referee_rests.set()

    def begin(self) -> None:
        """Notes that the referee has taken signals."""
        self._referee_rests.clear()

    async def wait_until_done(self) -> None:
        """Returns when nothing is left, or the inbox is closed and the referee has stopped."""
        await self._referee_rests.wait()
        while not self._inbox.closed and self._is_left:
            # What is left needs no time, only its turn in the event loop.
            await asyncio.sleep(0)
            await self._referee_rests.wait()

    async def wait_until_judged(self) -> None:
        """Returns when the referee has judged all signals, whatever the devices still do."""
        await self._referee_rests.wait()
        while self._inbox.has_news and not self._inbox.closed:
            await asyncio.sleep(0)
            await self._referee_rests.wait()

    async def wait_until_taken(self) -> None:
        """Returns when the referee has taken all signals, or is writing those before them."""
        while self._devices.has_reports or (self._inbox.has_news and self._referee_rests.is_set()):
            if self._inbox.closed:
                return
            await asyncio.sleep(0)

    @property
    def _is_left(self) -> bool:
        judging = self._inbox.has_news or not self._referee_rests.is_set()
        starting = any(timer.is_starting for timer in self._timers)
        return judging or self._devices.has_work or starting
