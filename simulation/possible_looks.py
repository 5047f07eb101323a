"""The looks that checkers may have to a simulated board, whichever slots they lie in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from engine.backgammon.position import BAR, Setup
from engine.sides import Side
from hardware import observations
from hardware.checkers import OWN_NUMBERING, POINTS, Colour, Place, bar
from hardware.drivers.simulated.board_sensors import (
    POLES,
    ColourScaleBoard,
    ContactBoard,
    HallBoard,
    ScaleBoard,
    reading_of_colours,
    sighting_of_colours,
)
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.drivers.simulated.simulated_sensor import Readings, SimulatedSensor
from hardware.observations import Sighting

LIGHT, DARK = POLES[Colour.LIGHT], POLES[Colour.DARK]
BARS = tuple(bar(colour) for colour in Colour)


@dataclass(frozen=True, slots=True)
class _Switches:
    """The switches of one place with the faults that they really have."""

    kind: type[SimulatedSensor]
    count: int
    forced: tuple[tuple[int, int], ...]
    """The switches, from 0, with the reading that each gives whatever lies on it."""
    unsure: tuple[int, ...]
    """The switches, from 0, that may miss a checker."""


def may_look_like(board: SimulatedSensor, setup: Setup, colour: Colour) -> bool:
    """True if these checkers, seen by this colour, may look to a board as what it reports now.

    They may lie in any slots. Both halves of the bar are one place, and what is off the board may
    be anywhere, so the trays do not matter. The faults of the switches are taken into account.
    """
    seen = board.observe().sightings
    for place in POINTS:
        on_it = _on(place, setup, colour)
        if place in seen and seen[place] not in _looks(_switches(board, place), *on_it):
            return False
    present = [place for place in BARS if place in seen]
    there = [setup[side][BAR] for side in Side]
    light, dark = there if colour is Colour.LIGHT else there[::-1]
    return _bars_may_look_like(board, {place: seen[place] for place in present}, light, dark)


def _bars_may_look_like(
    board: SimulatedSensor, seen: Mapping[Place, Sighting], light: int, dark: int
) -> bool:
    """True if these checkers may lie on the two halves of the bar so that they look like this."""
    if not seen:
        return True
    for here_light, here_dark in product(range(light + 1), range(dark + 1)):
        parts = ((here_light, here_dark), (light - here_light, dark - here_dark))
        if all(
            place not in seen or seen[place] in _looks(_switches(board, place), *part)
            for place, part in zip(BARS, parts, strict=True)
        ):
            return True
    return False


def _on(place: Place, setup: Setup, colour: Colour) -> tuple[int, int]:
    """The light and dark checkers on a point."""
    counts = {
        whose: setup[side][OWN_NUMBERING[whose].index(place)]
        for side, whose in zip(Side, (colour, colour.other), strict=True)
    }
    return counts[Colour.LIGHT], counts[Colour.DARK]


def _switches(board: SimulatedSensor, place: Place) -> _Switches:
    faults = [fault for fault in board.saved_faults if fault.faulty.place == place]
    return _Switches(
        type(board),
        board.switch_count(place),
        tuple((it.faulty.slot - 1, it.reading) for it in faults if it.reading is not None),
        tuple(
            it.faulty.slot - 1
            for it in faults
            if it.reading is None and it.faulty.fault is SwitchFault.MISSED
        ),
    )


@cache
def _looks(switches: _Switches, light: int, dark: int) -> frozenset[Sighting]:
    """All sightings that these checkers may give on a place."""
    found = set()
    for sound in _sound_readings(switches, light, dark):
        readings = list(sound)
        for switch, reading in switches.forced:
            readings[switch] = reading
        for missed in product((False, True), repeat=len(switches.unsure)):
            given = list(readings)
            for switch, is_missed in zip(switches.unsure, missed, strict=True):
                given[switch] = 0 if is_missed else given[switch]
            found.add(_sighting(switches, tuple(given)))
    return frozenset(found)


def _sound_readings(switches: _Switches, light: int, dark: int) -> Iterator[Readings]:
    """The readings of sound switches, with the checkers in every order of slots."""
    if issubclass(switches.kind, ColourScaleBoard):
        yield (reading_of_colours(light, dark),)
    elif issubclass(switches.kind, ScaleBoard):
        yield (light + dark,)
    elif issubclass(switches.kind, ContactBoard):
        yield (int(light + dark > 0),)
    else:
        taken = min(switches.count, light + dark)
        for readings in product((0, LIGHT, DARK), repeat=switches.count):
            lights, darks = readings.count(LIGHT), readings.count(DARK)
            if lights <= light and darks <= dark and lights + darks == taken:
                yield readings


def _sighting(switches: _Switches, readings: Readings) -> Sighting:
    """The sighting that a board of this kind makes of its readings."""
    if issubclass(switches.kind, ColourScaleBoard):
        return sighting_of_colours(readings[0])
    if issubclass(switches.kind, ScaleBoard):
        return observations.of_any_colour(readings[0])
    if issubclass(switches.kind, HallBoard):
        light, dark = readings.count(LIGHT), readings.count(DARK)
        return observations.sighting_of_poles(light, dark, switches.count)
    closed = switches.count - readings.count(0)
    return observations.sighting_of_closed(closed, switches.count)
