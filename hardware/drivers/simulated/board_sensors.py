"""The kinds of board sensors under a simulated table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import ClassVar

from hardware import observations
from hardware.checkers import BOARDS, BoardKind, Colour, Place
from hardware.drivers.simulated.simulated_sensor import Readings, SimulatedSensor
from hardware.sensor_map import C32, C64, C88, P5, SensorMap

POLES = {None: 0, Colour.LIGHT: 1, Colour.DARK: -1}


class SlotBoard(SimulatedSensor):
    """A reed switch under each slot: counts occupied slots, without colour.

    Its claim is right as long as no checker lies on another while a slot is free.
    """

    def _sense(self, place: Place) -> Readings:
        return tuple(int(colour is not None) for colour in self._table.lowest(place))

    def _sighting_of(self, readings: Readings) -> observations.Sighting:
        most = self._table.board.checkers
        return observations.sighting_of_closed(sum(readings), len(readings), most)


class HallBoard(SimulatedSensor):
    """A hall sensor under each slot: senses the colour of the lowest checker.

    Its claim is right as long as no checker lies on another while a slot is free.
    """

    READINGS = range(min(POLES.values()), max(POLES.values()) + 1)

    def _sense(self, place: Place) -> Readings:
        return tuple(POLES[colour] for colour in self._table.lowest(place))

    def _sighting_of(self, readings: Readings) -> observations.Sighting:
        light, dark = (readings.count(POLES[colour]) for colour in Colour)
        most = self._table.board.checkers
        return observations.sighting_of_poles(light, dark, len(readings), most=most)

    def _stuck_reading(self, felt: int, colour: Colour) -> int:
        """A stuck hall sensor keeps its reading, or reads `colour` if it had none."""
        return felt or POLES[colour]


class ScaleBoard(SimulatedSensor):
    """A scale under each place: counts the checkers, without colour."""

    READINGS = range(observations.MAX_CHECKERS + 1)
    HAS_SLOTS = False

    def _sense(self, place: Place) -> Readings:
        return (self._table.resting(place),)

    def _sighting_of(self, readings: Readings) -> observations.Sighting:
        return observations.of_any_colour(readings[0])

    def _stuck_reading(self, felt: int, colour: Colour) -> int:
        """A stuck scale keeps its present reading."""
        del colour
        return felt


def reading_of_colours(light: int, dark: int) -> int:
    """The one reading that tells both counts of a place."""
    return light * len(ScaleBoard.READINGS) + dark


def sighting_of_colours(reading: int) -> observations.Sighting:
    """The sighting of a reading of both counts."""
    light, dark = divmod(reading, len(ScaleBoard.READINGS))
    exact = (observations.Count(number, number) for number in (light, dark, light + dark))
    return observations.Sighting(*exact)


class ColourScaleBoard(ScaleBoard):
    """A sensor under each place that counts the checkers of each colour."""

    READINGS = range(len(ScaleBoard.READINGS) ** len(Colour))

    def _sense(self, place: Place) -> Readings:
        return (reading_of_colours(*(self._table.resting(place, colour) for colour in Colour)),)

    def _sighting_of(self, readings: Readings) -> observations.Sighting:
        return sighting_of_colours(readings[0])


class ContactBoard(SimulatedSensor):
    """One contact under each whole place: senses only if it is occupied."""

    def _sense(self, place: Place) -> Readings:
        return (int(self._table.resting(place) > 0),)

    def _sighting_of(self, readings: Readings) -> observations.Sighting:
        return observations.sighting_of_closed(readings[0], 1, self._table.board.checkers)


class MappedBoard(SlotBoard):
    """Reed switches where a sensor map has them; ValueError if it is of another board.

    Nothing is sensed at a place that is not on the map, nor in a slot beyond those of the map.
    """

    SENSOR_MAP: ClassVar[SensorMap]

    def _wired_places(self) -> Collection[Place]:
        if self.SENSOR_MAP.board is not self._table.board:
            raise ValueError(
                f"{self.SENSOR_MAP.name} has the sensors of a board of "
                f"{self.SENSOR_MAP.board.name}, not of {self._table.board.name}"
            )
        return self.SENSOR_MAP.slots

    def _sense(self, place: Place) -> Readings:
        return super()._sense(place)[: self.SENSOR_MAP.slots[place]]


class P5Board(MappedBoard):
    """Five switches under each point and four at each half of the bar, none in the trays."""

    SENSOR_MAP = P5


class C64Board(MappedBoard):
    """A switch under each of sixty-four squares, and none for captured checkers."""

    SENSOR_MAP = C64


class C32Board(MappedBoard):
    """A switch under each square on which checkers is played."""

    SENSOR_MAP = C32


class C88Board(MappedBoard):
    """A switch under each of sixty-four squares, and twelve for the captured of each colour."""

    SENSOR_MAP = C88


_OF_ANY_BOARD: Mapping[str, type[SimulatedSensor]] = {
    "slots": SlotBoard,
    "hall": HallBoard,
    "counts": ScaleBoard,
    "colours": ColourScaleBoard,
    "single": ContactBoard,
}
_MAPPED: tuple[type[MappedBoard], ...] = (P5Board, C64Board, C32Board, C88Board)
BOARD_SENSORS: Mapping[BoardKind, Mapping[str, type[SimulatedSensor]]] = MappingProxyType(
    {
        board: MappingProxyType(
            {
                **_OF_ANY_BOARD,
                **{it.SENSOR_MAP.name: it for it in _MAPPED if it.SENSOR_MAP.board is board},
            }
        )
        for board in BOARDS.values()
    }
)
"""All kinds of board sensors by name, for each kind of board."""
