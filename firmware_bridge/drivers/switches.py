"""The sensors under the slots of a board that is on the wire."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.drivers.wired import WiredDevice
from firmware_bridge.link import BoardLink
from firmware_bridge.wire.tellings import BoardInfo, Cells, DiceTelling, Presses
from hardware.cells import CELL_MAPS
from hardware.checkers import Place
from hardware.devices import Clock
from hardware.observations import Observation
from hardware.owning import ReportingDevice
from hardware.sightings import Sighting
from hardware.slots import of_closed, of_poles

LIGHT, DARK, UNSURE = 1, 2, 3
"""What a sensor of two bits tells, if it is not free."""


class WiredSwitches(WiredDevice, ReportingDevice):
    """A switch or a magnetic sensor under each slot, as this layout has them."""

    def __init__(self, name: str, clock: Clock, link: BoardLink, layout: str = "p5") -> None:
        super().__init__(name, clock, link)
        self._layout = layout
        self._spans = tuple(CELL_MAPS[layout].spans)
        self._sightings: Mapping[Place, Sighting] = {}

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(place for place, _ in self._spans)

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        if isinstance(telling, Cells) and (seen := self._seen(telling)) != self._sightings:
            self._sightings = seen
            self._report(self._look())

    def _lacking(self, info: BoardInfo) -> str | None:
        wanted = len(CELL_MAPS[self._layout])
        if not info.cells:
            return "has no sensors"
        if info.layout != self._layout:
            laid = f"laid out as {info.layout}" if info.layout else "not laid out"
            return f"has sensors that are {laid}, and not as {self._layout}"
        if info.cells != wanted:
            return f"has {info.cells} sensors, and {self._layout} is a layout of {wanted}"
        return None

    def _standing(self) -> Observation | None:
        if (cells := self._link.cells) is None:
            return None
        self._sightings = self._seen(cells)
        return self._look()

    def _look(self) -> Observation:
        return Observation(self.name, self._clock.now(), self._sightings)

    def _seen(self, told: Cells) -> Mapping[Place, Sighting]:
        meaning = of_switches if told.bits == 1 else of_magnets
        return {place: meaning(told.cells[span.start : span.stop]) for place, span in self._spans}


def of_switches(cells: tuple[int, ...]) -> Sighting:
    """What the switches of a place tell, each of them closed or not."""
    return of_closed(sum(cells), len(cells))


def of_magnets(cells: tuple[int, ...]) -> Sighting:
    """What the sensors of a place tell, each of them of a colour."""
    return of_poles(cells.count(LIGHT), cells.count(DARK), len(cells), cells.count(UNSURE))
