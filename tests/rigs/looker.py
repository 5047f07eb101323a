"""A camera as the referee knows it: it sees all that is on a table, but not through hands."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.devices import Clock
from hardware.drivers.simulated.table import SimulatedTable
from hardware.observations import Observation
from hardware.sightings import ANYTHING, Count, Sighting


class Looker:
    """Looks at a simulated table from above, without any pictures."""

    def __init__(self, name: str, table: SimulatedTable, clock: Clock) -> None:
        self.name = name
        self.plugged = True
        self.hidden: frozenset[Place] = frozenset(BACKGAMMON)
        """Where it sees nothing; at first it has not seen anything yet."""
        self.doubted: frozenset[Place] = frozenset()
        """Where it may be off by one checker."""
        self._table = table
        self._clock = clock
        self._has_looked = False

    def look(self) -> Observation:
        """What may be claimed now."""
        sightings = {
            place: ANYTHING if place in self.hidden else self._seen(place) for place in BACKGAMMON
        }
        if not self._has_looked:
            self._has_looked, self.hidden = True, frozenset()
        return Observation(self.name, self._clock.now(), sightings)

    def hide(self, places: Iterable[Place]) -> None:
        """Let a hand be over these places, and over no others."""
        self.hidden = frozenset(places)

    def doubt(self, places: Iterable[Place]) -> None:
        """Be off by one checker, maybe, on these places, and on no others."""
        self.doubted = frozenset(places)

    def unplug(self) -> None:
        self.plugged = False

    def plug_in(self) -> None:
        self.plugged = True

    def _seen(self, place: Place) -> Sighting:
        light, dark = (self._table.count(place, colour) for colour in Colour)
        off = int(place in self.doubted)
        return Sighting(_about(light, off), _about(dark, off), _about(light + dark, off))


def _about(count: int, off: int) -> Count:
    return Count(max(count - off, 0), count + off)
