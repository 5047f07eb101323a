"""Switches under a simulated table, and their faults."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Collection, Iterable
from random import Random
from typing import ClassVar

from hardware import observations
from hardware.checkers import Colour, Place
from hardware.devices import Clock, DeviceFault
from hardware.drivers.simulated.simulated_devices import (
    FaultySwitch,
    Flicker,
    SavedFault,
    SimulatedInputDevice,
    SwitchFault,
    create_flicker,
)
from hardware.drivers.simulated.simulated_table import SimulatedTable, TouchedPlaces

Readings = tuple[int, ...]
"""The readings of the switches of a place, from the rim inwards; 0 is nothing."""
SwitchKey = tuple[Place, int]


class SimulatedSensor(SimulatedInputDevice):
    """Switches under some places; each subclass defines what they sense and what that supports."""

    READINGS: ClassVar[range] = range(2)
    """The range of readings of a switch."""
    HAS_SLOTS: ClassVar[bool] = True
    """True if each reading is that of a switch."""

    def __init__(
        self,
        name: str,
        table: SimulatedTable,
        clock: Clock,
        seed: int = 0,
        places: Iterable[Place] | None = None,
    ) -> None:
        super().__init__(name, clock)
        self._table = table
        self._rng = Random(seed)  # noqa: S311 - a bad contact, no secret
        wired = self._wired_places()
        sensed = (place for place in (wired if places is None else places) if place in wired)
        self._readings = {place: self._sense(place) for place in sensed}
        self._sightings = {place: self._sighting_of(felt) for place, felt in self._readings.items()}
        self._slots = {place: self._states_of(felt) for place, felt in self._readings.items()}
        self._faulty: dict[SwitchKey, FaultySwitch] = {}
        self._stuck_readings: dict[SwitchKey, int] = {}
        self._flickers: dict[SwitchKey, Flicker] = {}
        self._caught_up = clock.now()
        self._following: set[asyncio.Task[None]] = set()
        # The switches sense the table whether the device is open or not.
        table.on_change(self._on_touch)

    async def _connect(self) -> None:
        await super()._connect()
        for restless in self._flickers.values():
            self._follow(restless)

    async def _disconnect(self) -> None:
        await super()._disconnect()
        for task in self._following:
            task.cancel()
        if self._following:
            await asyncio.wait(self._following)

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(self._readings)

    def switch_count(self, place: Place) -> int:
        """The number of switches under a place."""
        return len(self._readings[place])

    @property
    def faulty_switches(self) -> tuple[FaultySwitch, ...]:
        return tuple(self._faulty.values())

    @property
    def saved_faults(self) -> tuple[SavedFault, ...]:
        """All faults, to be restored later."""
        held = self._stuck_readings
        return tuple(
            SavedFault(faulty, held.get(switch)) for switch, faulty in self._faulty.items()
        )

    @property
    def next_change(self) -> float | None:
        """The time of the next change without any touch; None if no switch flickers."""
        now = self._clock.now()
        coming = [at for restless in self._flickers.values() for at in restless.moments if at > now]
        return min(coming, default=None)

    def observe(self) -> observations.Observation:
        """The present observation; DeviceFault if the sensor is unplugged."""
        if not self.is_plugged_in:
            raise DeviceFault(f"{self.name} is not plugged in")
        now = self._clock.now()
        self._catch_up(now)
        return self._observation(now)

    def set_fault(
        self, place: Place, slot: int, fault: SwitchFault, colour: Colour = Colour.LIGHT
    ) -> FaultySwitch:
        """Gives a switch a fault; one that sticks without a checker may read as `colour`."""
        self._mend(place, slot)
        faulty = self._faulty[place, slot] = FaultySwitch(place, slot, fault)
        if fault is SwitchFault.STUCK:
            self._stuck_readings[place, slot] = self._stuck_reading(
                self._readings[place][slot - 1], colour
            )
        if fault is SwitchFault.DEAD:
            self._stuck_readings[place, slot] = 0
        self._update([place], self._clock.now())
        return faulty

    def restore_faults(self, switches: Iterable[SavedFault]) -> None:
        """Restores saved faults; ValueError if such a switch or reading does not exist."""
        known = {(it.faulty.place, it.faulty.slot): it for it in switches}
        for (place, slot), it in known.items():
            self._must_have(place, slot)
            if it.reading is not None and it.reading not in self.READINGS:
                raise ValueError(f"no switch of {self.name} says {it.reading}")
        for switch, it in known.items():
            self._forget(switch)
            self._faulty[switch] = it.faulty
            if it.reading is not None:
                self._stuck_readings[switch] = it.reading
        self._update({place for place, _ in known}, self._clock.now())

    def clear_fault(self, place: Place, slot: int) -> None:
        """Removes the fault of a switch."""
        self._mend(place, slot)
        self._update([place], self._clock.now())

    def _wired_places(self) -> Collection[Place]:
        """The places that this kind of board can sense: all, in most kinds."""
        return self._table.board.places

    @abstractmethod
    def _sense(self, place: Place) -> Readings:
        """The readings of intact switches under a place."""

    @abstractmethod
    def _sighting_of(self, readings: Readings) -> observations.Sighting:
        """The sighting that these readings of a place support."""

    def _stuck_reading(self, felt: int, colour: Colour) -> int:
        """The reading of a switch that gets stuck now: closed, in most kinds of sensors."""
        del felt, colour
        return 1

    def _initial_signal(self) -> observations.Observation:
        return self.observe()

    def _must_have(self, place: Place, slot: int) -> None:
        if place not in self._readings or not 1 <= slot <= len(self._readings[place]):
            raise ValueError(f"{self.name} has no switch {slot} on {place}")

    def _mend(self, place: Place, slot: int) -> None:
        self._must_have(place, slot)
        self._catch_up(self._clock.now())
        self._forget((place, slot))

    def _forget(self, switch: SwitchKey) -> None:
        self._faulty.pop(switch, None)
        self._stuck_readings.pop(switch, None)
        self._flickers.pop(switch, None)

    def _on_touch(self, places: TouchedPlaces) -> None:
        now = self._clock.now()
        self._catch_up(now)
        seen = [place for place in places if place in self._readings]
        for place in seen:
            felt, self._readings[place] = self._readings[place], self._sense(place)
            if self._faulty:
                self._disturb(place, felt, now)
        self._update(seen, now)

    def _disturb(self, place: Place, felt: Readings, now: float) -> None:
        """Applies the effects of a touch to the faulty switches of a place."""
        nudged = felt == self._readings[place]
        for slot, (old, new) in enumerate(zip(felt, self._readings[place], strict=True), start=1):
            faulty = self._faulty.get((place, slot))
            if faulty is None or (old == new and not nudged):
                continue
            if faulty.fault is SwitchFault.BOUNCE:
                self._bounce((place, slot), old if old != new else 0, new, now)
            if faulty.fault is SwitchFault.MISSED:
                self._miss((place, slot), old, new)

    def _bounce(self, switch: SwitchKey, before: int, after: int, now: float) -> None:
        if before == after:
            return
        restless = self._flickers[switch] = create_flicker(before, after, now, self._rng)
        if self._open:
            self._follow(restless)

    def _miss(self, switch: SwitchKey, old: int, new: int) -> None:
        if switch in self._stuck_readings:
            self._forget(switch)
        elif abs(new) > abs(old):
            self._stuck_readings[switch] = old

    def _follow(self, restless: Flicker) -> None:
        task = asyncio.get_running_loop().create_task(self._tell(restless))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _tell(self, restless: Flicker) -> None:
        for moment in restless.moments:
            await self._clock.wait_until(moment)
            self._catch_up(self._clock.now())

    def _catch_up(self, now: float) -> None:
        """Reports the flickers since the last call, each change with its own time."""
        due = {
            (moment, place)
            for (place, _), restless in self._flickers.items()
            for moment in restless.moments
            if self._caught_up < moment <= now
        }
        for moment, place in sorted(due):
            self._update([place], moment)
        over = [switch for switch, restless in self._flickers.items() if restless.is_over(now)]
        for switch in over:
            del self._flickers[switch]
        self._caught_up = now

    def _update(self, places: Iterable[Place], at: float) -> None:
        """Computes the sightings of some places again, and reports if they changed."""
        looked = {place: self._readings_at(place, at) for place in places}
        sightings = {place: self._sighting_of(felt) for place, felt in looked.items()}
        slots = {place: self._states_of(felt) for place, felt in looked.items()}
        before = self._sightings, self._slots
        # New mappings: earlier observations must not change.
        self._sightings, self._slots = {**self._sightings, **sightings}, {**self._slots, **slots}
        if (self._sightings, self._slots) != before:
            self._report(self._observation(at))

    def _observation(self, at: float) -> observations.Observation:
        slots = self._slots if self.HAS_SLOTS else {}
        return observations.Observation(self.name, at, self._sightings, slots)

    def _readings_at(self, place: Place, at: float) -> Readings:
        felt = self._readings[place]
        if not self._faulty:
            return felt
        return tuple(self._reading((place, slot), at) for slot in range(1, len(felt) + 1))

    def _states_of(self, readings: Readings) -> observations.SlotStates:
        """The states of the switches; always the same for a sensor without any."""
        return tuple(map(bool, readings)) if self.HAS_SLOTS else ()

    def _reading(self, switch: SwitchKey, at: float) -> int:
        if restless := self._flickers.get(switch):
            return restless.reading(at)
        place, slot = switch
        return self._stuck_readings.get(switch, self._readings[place][slot - 1])
