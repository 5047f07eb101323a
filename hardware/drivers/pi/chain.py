"""Switches on a chain of 74HC165s: one input for each, connected to ground under a checker."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.cells import CELL_MAPS
from hardware.checkers import Place
from hardware.debounce import Debounce
from hardware.devices import Clock, DeviceFault
from hardware.drivers.pi.board import Part, PiBoard
from hardware.drivers.pi.bus import CHAIN, SpiBus
from hardware.drivers.pi.device import PiDevice
from hardware.drivers.pi.factory import Output, Pins
from hardware.drivers.pi.pins import BUS_IN, CHAIN_LOAD
from hardware.observations import Observation
from hardware.owning import ReportingDevice
from hardware.sightings import MOST, Sighting
from hardware.slots import of_closed

BITS = 8
"""Inputs of one 74HC165."""
TOO_MANY = 2 * MOST
"""No set of checkers closes more switches than this."""
LOOKS = 4
"""How often to look at most till two looks agree."""

Told = Callable[[float, int], None]


class SwitchChain(Part):
    """The chain, as a number with a bit for each switch: the first in the highest, 1 is closed."""

    def __init__(self, switches: int, told: Told) -> None:
        self._switches = switches
        self._told = told
        self._debounce = Debounce(0)
        self._load: Output | None = None
        self._bus: SpiBus | None = None
        self._pins: Pins | None = None

    @property
    def closed(self) -> int:
        """The switches that are closed."""
        return self._debounce.settled

    def open(self, pins: Pins) -> None:
        self._pins = pins
        self._load = pins.output(CHAIN_LOAD, high=True)
        self._bus = pins.bus(CHAIN)
        # The clock comes to rest high with this; the first edge must not fall into the first look.
        self._bus.transfer(bytes(1))
        found = self._look()
        for _ in range(LOOKS - 1):
            if found == (found := self._look()):
                break
        self._debounce = Debounce(_plausible(found, self._switches))

    def turn(self, now: float) -> bool:
        if self._debounce.take(self._look()):
            self._told(now, _plausible(self._debounce.settled, self._switches))
        return not self._debounce.at_rest

    def close(self) -> None:
        bus, self._bus = self._bus, None
        load, self._load = self._load, None
        if self._pins is not None and bus is not None:
            self._pins.free(bus)
        if load is not None:
            load.close()

    def _look(self) -> int:
        """Which switches are closed at this moment."""
        if self._load is None or self._bus is None:
            raise DeviceFault("is closed")
        self._load.off()
        self._load.on()
        clocked = -(-self._switches // BITS)
        heard = int.from_bytes(self._bus.transfer(bytes(clocked)), "big")
        return ~heard >> (clocked * BITS - self._switches) & (1 << self._switches) - 1


class PiSwitches(PiDevice[SwitchChain], ReportingDevice):
    """A board with a switch under each slot, on the pins of a Pi."""

    def __init__(self, name: str, clock: Clock, board: PiBoard, layout: str = "p5") -> None:
        super().__init__(name, clock, board)
        self._map = CELL_MAPS[layout]
        self._sightings: Mapping[Place, Sighting] = {}

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(self._map.slots)

    async def _begin(self) -> None:
        await super()._begin()
        if self._part is not None:
            self._sightings = self._meant(self._part.closed)

    def _made(self) -> SwitchChain:
        return SwitchChain(len(self._map), self._in_loop(self._saw))

    def _standing(self) -> Observation:
        return Observation(self.name, self._clock.now(), self._sightings)

    def _saw(self, at: float, closed: int) -> None:
        sightings = self._meant(closed)
        if sightings != self._sightings:
            self._sightings = sightings
            self._report(Observation(self.name, at, sightings))

    def _meant(self, closed: int) -> Mapping[Place, Sighting]:
        """What the switches tell of each place."""
        most = len(self._map)
        return {
            place: of_closed(
                (closed >> (most - span.stop) & (1 << len(span)) - 1).bit_count(), len(span)
            )
            for place, span in self._map.spans
        }


def _plausible(closed: int, switches: int) -> int:
    """The same switches; DeviceFault if there are no such checkers."""
    if closed.bit_count() <= TOO_MANY:
        return closed
    raise DeviceFault(
        f"says that {closed.bit_count()} of {switches} switches are closed at once; "
        f"look whether the 74HC165s have 3.3 V and {BUS_IN} its wire"
    )
