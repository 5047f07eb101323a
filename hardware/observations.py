"""Sightings (honest ranges of checkers on a place) and observations of sensors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from hardware.checkers import Colour, Place

MAX_CHECKERS = 30
"""All checkers of the largest set; no place can hold more."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number of checkers between two bounds, both included."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= MAX_CHECKERS:
            raise ValueError(
                f"a count lies between 0 and {MAX_CHECKERS}, not {self.low} to {self.high}"
            )

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __str__(self) -> str:
        return f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Sighting:
    """Ranges of the light checkers, the dark checkers and all checkers on one place.

    The three ranges are always consistent: each is narrowed to what the other two allow. So one
    type covers both a place whose colour is unknown and a place where both colours lie.
    """

    light: Count
    dark: Count
    total: Count

    def __post_init__(self) -> None:
        light, dark, total = _consistent(self.light, self.dark, self.total)
        object.__setattr__(self, "light", light)
        object.__setattr__(self, "dark", dark)
        object.__setattr__(self, "total", total)

    def __getitem__(self, colour: Colour) -> Count:
        return self.light if colour is Colour.LIGHT else self.dark

    @property
    def is_exact(self) -> bool:
        """True if only one arrangement is possible."""
        return self.light.low == self.light.high and self.dark.low == self.dark.high

    def allows(self, light: int, dark: int) -> bool:
        """True if the place may hold exactly these numbers of light and dark checkers."""
        return light in self.light and dark in self.dark and light + dark in self.total

    def intersect(self, other: Sighting) -> Sighting | None:
        """The intersection of two sightings; None if they contradict each other."""
        try:
            return Sighting(
                _intersection(self.light, other.light),
                _intersection(self.dark, other.dark),
                _intersection(self.total, other.total),
            )
        except ValueError:
            return None


def of_colour(colour: Colour, low: int, high: int | None = None) -> Sighting:
    """A sighting of one colour: exactly `low` checkers, or `low` to `high`."""
    count = Count(low, low if high is None else high)
    parts = (count, NO_CHECKERS) if colour is Colour.LIGHT else (NO_CHECKERS, count)
    return Sighting(*parts, count)


def of_any_colour(low: int, high: int | None = None) -> Sighting:
    """A sighting of unknown colour: exactly `low` checkers, or `low` to `high`."""
    return Sighting(ANY_COUNT, ANY_COUNT, Count(low, low if high is None else high))


def _intersection(one: Count, two: Count) -> Count:
    return Count(max(one.low, two.low), min(one.high, two.high))


def _consistent(light: Count, dark: Count, total: Count) -> tuple[Count, Count, Count]:
    """Narrows three ranges to what they allow each other; ValueError if nothing is left."""
    total = _intersection(
        total, Count(light.low + dark.low, min(light.high + dark.high, MAX_CHECKERS))
    )
    return _remaining_range(light, total, dark), _remaining_range(dark, total, light), total


def _remaining_range(part: Count, total: Count, other: Count) -> Count:
    """The range of one colour, given the range of the total and of the other colour."""
    return _intersection(part, Count(max(total.low - other.high, 0), total.high - other.low))


ANY_COUNT = Count(0, MAX_CHECKERS)
NO_CHECKERS = Count(0, 0)
UNKNOWN_SIGHTING = Sighting(ANY_COUNT, ANY_COUNT, ANY_COUNT)
"""The sighting of a place that cannot be seen, under a hand for instance."""
EMPTY_SIGHTING = Sighting(NO_CHECKERS, NO_CHECKERS, NO_CHECKERS)


@cache
def sighting_of_closed(closed: int, slots: int, most: int = MAX_CHECKERS) -> Sighting:
    """`closed` checkers of unknown colour, and up to `most` of the set if every slot is closed."""
    if closed == slots:
        return of_any_colour(closed, most)
    return of_any_colour(closed)


@cache
def sighting_of_poles(
    light: int, dark: int, slots: int, unsure: int = 0, most: int = MAX_CHECKERS
) -> Sighting:
    """A sighting from magnetic sensors; `unsure` slots may be free or hold either colour.

    If no slot is surely free, more checkers of either colour may lie on top of the others, up to
    `most` of the set.
    """
    full = light + dark + unsure == slots
    more = most if full else unsure
    return Sighting(
        Count(light, min(light + more, most)),
        Count(dark, min(dark + more, most)),
        Count(light + dark, min(light + dark + more, most)),
    )


SlotStates = tuple[bool, ...]
"""For each slot of a place, counted from the rim: True if its switch is closed."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The sightings of one sensor at one moment, for each place that it can see."""

    source: str
    at: float
    """Seconds of a clock that never runs back."""
    sightings: Mapping[Place, Sighting]
    slots: Mapping[Place, SlotStates] = field(default_factory=dict)
    """The states of the switches, if the sensor has one under each slot."""

    def __getitem__(self, place: Place) -> Sighting:
        """The sighting of a place; `UNKNOWN_SIGHTING` if the sensor does not see it."""
        return self.sightings.get(place, UNKNOWN_SIGHTING)


@dataclass(frozen=True, slots=True)
class CombinedView:
    """The combined sightings of several sensors."""

    sightings: Mapping[Place, Sighting]
    disagreements: tuple[Place, ...] = ()
    """The places at which two sensors contradict each other; nothing is known there."""

    def __getitem__(self, place: Place) -> Sighting:
        """The sighting of a place; `UNKNOWN_SIGHTING` if no sensor sees it."""
        return self.sightings.get(place, UNKNOWN_SIGHTING)


def combine(observations: Iterable[Observation]) -> CombinedView:
    """Combines the newest observation of each sensor: each narrows what the others leave open."""
    known: dict[Place, Sighting] = {}
    disagreements: dict[Place, None] = {}
    for observation in observations:
        for place, sighting in observation.sightings.items():
            narrowed = known.get(place, UNKNOWN_SIGHTING).intersect(sighting)
            if narrowed is None:
                disagreements[place] = None
            else:
                known[place] = narrowed
    for place in disagreements:
        known[place] = UNKNOWN_SIGHTING
    return CombinedView(known, tuple(disagreements))
