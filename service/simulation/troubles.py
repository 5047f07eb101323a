"""What goes wrong with a table in the course of an evening, at moments that chance picks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random

from hardware.checkers import POINTS
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.drivers.simulated.faults import Fault
from hardware.drivers.simulated.sensor import SimulatedSensor
from referee.effects import What
from service.simulation.gestures import Pause
from service.tables.supervisor import LONGEST_WAIT

EVERY = 12
"""On average something goes wrong once in so many turns."""
AWAY = 3.0
"""Seconds that a plug is out."""
FOUND_AGAIN = LONGEST_WAIT + 1
"""Seconds after which a device that was plugged in again has surely been found."""


class Trouble(Enum):
    """The kinds of trouble a table may have."""

    BOUNCE = "bounce"
    """A switch flickers whenever it is touched."""
    MISSED = "missed"
    """A switch misses the next checker until that is touched again."""
    DEAD = "dead"
    """A switch never closes again."""
    STUCK = "stuck"
    """A switch stays closed."""
    UNPLUGGED = "unplugged"
    """A device loses its plug for a while."""


_SWITCHES = {
    Trouble.BOUNCE: Fault.BOUNCE,
    Trouble.MISSED: Fault.MISSED,
    Trouble.DEAD: Fault.DEAD,
    Trouble.STUCK: Fault.STUCK,
}
_TOLD = {
    Trouble.DEAD: {What.SWITCH_SILENT, What.SWITCH_DEAD},
    Trouble.MISSED: {What.SWITCH_SILENT},
    Trouble.STUCK: {What.SWITCH_CLOSED, What.SWITCH_STUCK},
}
"""What the referee is right to say then."""
_FOR_GOOD = (Trouble.DEAD, Trouble.STUCK)
"""Once in an evening is enough of these."""


class Troubles:
    """One kind of trouble for the devices of a table."""

    def __init__(
        self,
        kind: Trouble,
        board: SimulatedSensor,
        devices: Sequence[SimulatedDevice],
        chance: Random,
    ) -> None:
        self.kind = kind
        self.happened = 0
        self._board = board
        self._devices = devices
        self._chance = chance

    @property
    def alarms(self) -> frozenset[What]:
        """What the referee may have to say that would be wrong at a sound table."""
        return frozenset(_TOLD.get(self.kind, ()))

    def next(self) -> Iterator[Pause]:
        """Let something go wrong now, or not; people wait while a plug is out."""
        if self._chance.randrange(EVERY) or (self.kind in _FOR_GOOD and self.happened):
            return
        self.happened += 1
        if self.kind is Trouble.UNPLUGGED:
            yield from self._unplug()
        else:
            self._spoil()

    def _unplug(self) -> Iterator[Pause]:
        device = self._chance.choice(self._devices)
        device.unplug()
        yield Pause(AWAY)
        device.plug_in()
        yield Pause(FOUND_AGAIN)

    def _spoil(self) -> None:
        place = self._chance.choice(POINTS)
        slot = self._chance.randint(1, self._board.switches(place))
        self._board.spoil(place, slot, _SWITCHES[self.kind])
