"""A board sensor under a simulated table, with all that can be wrong with its switches."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Iterable
from random import Random
from typing import ClassVar

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.devices import Clock, DeviceFault
from hardware.drivers.simulated.device import SimulatedReporter
from hardware.drivers.simulated.faults import Broken, Fault, FaultySwitch, Flicker, flicker
from hardware.drivers.simulated.table import SimulatedTable, Touched
from hardware.observations import Observation
from hardware.sightings import Sighting

Readings = tuple[int, ...]
"""What the switches of a place say, from the rim inwards; 0 is nothing."""
Switch = tuple[Place, int]


class SimulatedSensor(SimulatedReporter):
    """Switches under some places; each kind says what they feel and what that may mean."""

    READINGS: ClassVar[range] = range(2)
    """What a switch can say."""

    def __init__(
        self,
        name: str,
        table: SimulatedTable,
        clock: Clock,
        seed: int = 0,
        places: Iterable[Place] = BACKGAMMON,
    ) -> None:
        super().__init__(name, clock)
        self._table = table
        self._chance = Random(seed)  # noqa: S311 - a bad contact, no secret
        self._felt = {place: self._feel(place) for place in places}
        self._sightings = {place: self._meaning(felt) for place, felt in self._felt.items()}
        self._faulty: dict[Switch, FaultySwitch] = {}
        self._held: dict[Switch, int] = {}
        self._flickers: dict[Switch, Flicker] = {}
        self._caught_up = clock.now()
        self._following: set[asyncio.Task[None]] = set()
        # The switches lie under the board, whether anybody asks them or not.
        table.on_change(self._touched)

    async def _begin(self) -> None:
        await super()._begin()
        for restless in self._flickers.values():
            self._follow(restless)

    async def _end(self) -> None:
        await super()._end()
        for task in self._following:
            task.cancel()
        if self._following:
            await asyncio.wait(self._following)

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(self._felt)

    def switches(self, place: Place) -> int:
        """How many switches there are under a place."""
        return len(self._felt[place])

    @property
    def faulty(self) -> tuple[FaultySwitch, ...]:
        """The switches that cannot be trusted now."""
        return tuple(self._faulty.values())

    @property
    def broken(self) -> tuple[Broken, ...]:
        """The same, with what each of them goes on saying."""
        held = self._held
        return tuple(Broken(faulty, held.get(switch)) for switch, faulty in self._faulty.items())

    @property
    def next_change(self) -> float | None:
        """When the picture may next change although nobody touches anything."""
        now = self._clock.now()
        coming = [at for restless in self._flickers.values() for at in restless.moments if at > now]
        return min(coming, default=None)

    def look(self) -> Observation:
        """The picture as it is now; DeviceFault if the plug is out."""
        if not self.plugged:
            raise DeviceFault(f"{self.name} is not plugged in")
        now = self._clock.now()
        self._catch_up(now)
        return Observation(self.name, now, self._sightings)

    def spoil(
        self, place: Place, slot: int, fault: Fault, colour: Colour = Colour.LIGHT
    ) -> FaultySwitch:
        """Break a switch; one that is stuck without a checker leans towards a colour."""
        self._mend(place, slot)
        faulty = self._faulty[place, slot] = FaultySwitch(place, slot, fault)
        if fault is Fault.STUCK:
            self._held[place, slot] = self._stuck(self._felt[place][slot - 1], colour)
        if fault is Fault.DEAD:
            self._held[place, slot] = 0
        self._renew([place], self._clock.now())
        return faulty

    def break_again(self, switches: Iterable[Broken]) -> None:
        """Let these switches be broken just as they were; ValueError if there are none such."""
        known = {(it.faulty.place, it.faulty.slot): it for it in switches}
        for (place, slot), it in known.items():
            self._must_have(place, slot)
            if it.reading is not None and it.reading not in self.READINGS:
                raise ValueError(f"no switch of {self.name} says {it.reading}")
        for switch, it in known.items():
            self._forget(switch)
            self._faulty[switch] = it.faulty
            if it.reading is not None:
                self._held[switch] = it.reading
        self._renew({place for place, _ in known}, self._clock.now())

    def mend(self, place: Place, slot: int) -> None:
        """Make a switch as good as new."""
        self._mend(place, slot)
        self._renew([place], self._clock.now())

    @abstractmethod
    def _feel(self, place: Place) -> Readings:
        """What sound switches say."""

    @abstractmethod
    def _meaning(self, readings: Readings) -> Sighting:
        """What may honestly be claimed of a place whose switches say this."""

    @abstractmethod
    def _stuck(self, felt: int, colour: Colour) -> int:
        """What a switch goes on saying that gets stuck now."""

    def _standing(self) -> Observation:
        return self.look()

    def _must_have(self, place: Place, slot: int) -> None:
        if place not in self._felt or not 1 <= slot <= len(self._felt[place]):
            raise ValueError(f"{self.name} has no switch {slot} on {place}")

    def _mend(self, place: Place, slot: int) -> None:
        self._must_have(place, slot)
        self._catch_up(self._clock.now())
        self._forget((place, slot))

    def _forget(self, switch: Switch) -> None:
        self._faulty.pop(switch, None)
        self._held.pop(switch, None)
        self._flickers.pop(switch, None)

    def _touched(self, places: Touched) -> None:
        now = self._clock.now()
        self._catch_up(now)
        seen = [place for place in places if place in self._felt]
        for place in seen:
            felt, self._felt[place] = self._felt[place], self._feel(place)
            if self._faulty:
                self._disturb(place, felt, now)
        self._renew(seen, now)

    def _disturb(self, place: Place, felt: Readings, now: float) -> None:
        """Let the faulty switches of a place that was touched do their worst."""
        nudged = felt == self._felt[place]
        for slot, (old, new) in enumerate(zip(felt, self._felt[place], strict=True), start=1):
            faulty = self._faulty.get((place, slot))
            if faulty is None or (old == new and not nudged):
                continue
            if faulty.fault is Fault.BOUNCE:
                self._bounce((place, slot), old if old != new else 0, new, now)
            if faulty.fault is Fault.MISSED:
                self._miss((place, slot), old, new)

    def _bounce(self, switch: Switch, before: int, after: int, now: float) -> None:
        if before == after:
            return
        restless = self._flickers[switch] = flicker(before, after, now, self._chance)
        if self._open:
            self._follow(restless)

    def _miss(self, switch: Switch, old: int, new: int) -> None:
        if switch in self._held:
            self._forget(switch)
        elif abs(new) > abs(old):
            self._held[switch] = old

    def _follow(self, restless: Flicker) -> None:
        task = asyncio.get_running_loop().create_task(self._tell(restless))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _tell(self, restless: Flicker) -> None:
        for moment in restless.moments:
            await self._clock.wait_until(moment)
            self._catch_up(self._clock.now())

    def _catch_up(self, now: float) -> None:
        """See what flickered since the last time, each change at its own moment."""
        due = {
            (moment, place)
            for (place, _), restless in self._flickers.items()
            for moment in restless.moments
            if self._caught_up < moment <= now
        }
        for moment, place in sorted(due):
            self._renew([place], moment)
        over = [switch for switch, restless in self._flickers.items() if restless.is_over(now)]
        for switch in over:
            del self._flickers[switch]
        self._caught_up = now

    def _renew(self, places: Iterable[Place], at: float) -> None:
        """Look at some places again, and report if the picture is another one."""
        looked = {place: self._sighting(place, at) for place in places}
        if any(self._sightings[place] != sighting for place, sighting in looked.items()):
            # A new mapping: those who hold an earlier observation keep theirs.
            self._sightings = {**self._sightings, **looked}
            self._report(Observation(self.name, at, self._sightings))

    def _sighting(self, place: Place, at: float) -> Sighting:
        felt = self._felt[place]
        if self._faulty:
            felt = tuple(self._reading((place, slot), at) for slot in range(1, len(felt) + 1))
        return self._meaning(felt)

    def _reading(self, switch: Switch, at: float) -> int:
        if restless := self._flickers.get(switch):
            return restless.reading(at)
        place, slot = switch
        return self._held.get(switch, self._felt[place][slot - 1])
