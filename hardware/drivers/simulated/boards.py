"""Four kinds of board: what each feels of the checkers, and what it can honestly claim."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hardware.checkers import Colour, Place
from hardware.drivers.simulated.sensor import Readings, SimulatedSensor
from hardware.sightings import MOST, Sighting, of_any_colour
from hardware.slots import of_closed, of_poles

POLARITY = {None: 0, Colour.LIGHT: 1, Colour.DARK: -1}


class SlotBoard(SimulatedSensor):
    """A reed switch under each slot: how many lie side by side, of whatever colour.

    It is right as long as nobody lays a checker on another while a slot is free.
    """

    def _feel(self, place: Place) -> Readings:
        return tuple(int(colour is not None) for colour in self._table.lowest(place))

    def _meaning(self, readings: Readings) -> Sighting:
        return of_closed(sum(readings), len(readings))

    def _stuck(self, felt: int, colour: Colour) -> int:
        """A reed that sticks is closed, whichever magnet welded it."""
        del felt, colour
        return 1


class HallBoard(SimulatedSensor):
    """A hall sensor under each slot: the colour of whatever lies lowest in it.

    It is right as long as nobody lays a checker on another while a slot is free.
    """

    READINGS = range(min(POLARITY.values()), max(POLARITY.values()) + 1)

    def _feel(self, place: Place) -> Readings:
        return tuple(POLARITY[colour] for colour in self._table.lowest(place))

    def _meaning(self, readings: Readings) -> Sighting:
        light, dark = (readings.count(POLARITY[colour]) for colour in Colour)
        return of_poles(light, dark, len(readings))

    def _stuck(self, felt: int, colour: Colour) -> int:
        """It stays as it is, or goes to one end if it felt nothing."""
        return felt or POLARITY[colour]


class WeighingBoard(SimulatedSensor):
    """A scale under each place: how many checkers there are, of whatever colour."""

    READINGS = range(MOST + 1)

    def _feel(self, place: Place) -> Readings:
        return (self._table.resting(place),)

    def _meaning(self, readings: Readings) -> Sighting:
        return of_any_colour(readings[0])

    def _stuck(self, felt: int, colour: Colour) -> int:
        """A scale that sticks goes on telling what it weighs now."""
        del colour
        return felt


class SingleBoard(SimulatedSensor):
    """One contact under each whole place: whether there is anything."""

    def _feel(self, place: Place) -> Readings:
        return (int(self._table.resting(place) > 0),)

    def _meaning(self, readings: Readings) -> Sighting:
        return of_closed(readings[0], 1)

    def _stuck(self, felt: int, colour: Colour) -> int:
        """A contact that sticks is closed."""
        del felt, colour
        return 1


BOARDS: Mapping[str, type[SimulatedSensor]] = MappingProxyType(
    {"slots": SlotBoard, "hall": HallBoard, "counts": WeighingBoard, "single": SingleBoard}
)
"""Every kind by its name."""
