"""The devices of a table, each of them kept alive."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any

from hardware.checkers import BACKGAMMON, Place
from hardware.devices import BoardSensor, Clock
from hardware.lights import Rhythm
from referee.effects import Effect
from referee.seating import Facing
from service.seeing.sensor import CameraSensor
from service.tables.devices import Attached
from service.tables.inbox import Inbox
from service.tables.sounding import Sounding
from service.tables.supervisor import (
    Changed,
    Link,
    Picture,
    Shining,
    Supervised,
    SupervisedLamps,
    SupervisedReporter,
    SupervisedSounder,
    SupervisedStatusLight,
)
from service.tables.trying import End, LampTrial, SwitchTrial


class Attended:
    """Whatever is attached to a table; its places are named as Light counts them."""

    def __init__(self, devices: Attached, inbox: Inbox, clock: Clock, changed: Changed) -> None:
        self._lamps = [
            SupervisedLamps(lamps.device, inbox, clock, lamps.sent, self._look)
            for lamps in devices.lamps
        ]
        self._reporters = [
            SupervisedReporter(device, inbox, clock, self._look) for device in devices.reporters
        ]
        self._sounders = [
            SupervisedSounder(device, inbox, clock, self._look) for device in devices.sounders
        ]
        self._lights = [
            SupervisedStatusLight(device, inbox, clock, self._look)
            for device in devices.status_lights
        ]
        self._working: Sequence[Supervised[Any]] = [
            *self._reporters,
            *self._lamps,
            *self._sounders,
        ]
        """All that the status lights tell of."""
        self._all = [*self._working, *self._lights]
        self._clock = clock
        self._changed = changed
        self._sounding = Sounding()

    @property
    def links(self) -> Mapping[str, Link]:
        """How each device is reached."""
        return {device.device.name: device.link for device in self._all}

    @property
    def simulated(self) -> tuple[str, ...]:
        """The devices without hardware."""
        devices = (supervised.device for supervised in self._all)
        return tuple(device.name for device in devices if device.simulated)

    @property
    def shining(self) -> Shining:
        """What the first lamps show."""
        return self._lamps[0].shining if self._lamps else Shining()

    @property
    def runs(self) -> Sequence[Callable[[], Coroutine[Any, Any, None]]]:
        """What keeps them alive."""
        return [device.run for device in self._all]

    def show(self, picture: Picture, facing: Facing) -> None:
        """Let all lamps tell this as soon as they can."""
        for lamps in self._lamps:
            lamps.show(picture, facing)

    def hear(self, effect: Effect) -> None:
        """Let be heard what is worth a sound."""
        if tune := self._sounding.of(effect, self._clock.now()):
            for sounder in self._sounders:
                sounder.play(tune)

    def lamp_trial(self, facing: Facing) -> LampTrial | None:
        """A trial of the first lamps, if there are any."""
        for lamps in self._lamps:
            trial = LampTrial(lamps.device.name, _in_order(lamps.device.places, facing))
            return trial if lamps.link is Link.OPEN else trial.ended(End.LOST)
        return None

    def switch_trial(self, facing: Facing) -> SwitchTrial | None:
        """A trial of the switches of the first board sensor, if there is one."""
        for reporter in self._reporters:
            device = reporter.device
            if isinstance(device, BoardSensor) and not isinstance(device, CameraSensor):
                trial = SwitchTrial(device.name, _in_order(device.places, facing))
                return trial if reporter.link is Link.OPEN else trial.ended(End.LOST)
        return None

    def _look(self) -> None:
        """Something has changed: let the status lights tell whether all devices are reached."""
        well = all(device.link is Link.OPEN for device in self._working)
        for light in self._lights:
            light.show(Rhythm.STEADY if well else Rhythm.BLINK)
        self._changed()


def _in_order(places: Iterable[Place], facing: Facing) -> tuple[Place, ...]:
    """The places of a device, one after the other."""
    counted = {facing[place] for place in places}
    return tuple(place for place in BACKGAMMON if place in counted)
