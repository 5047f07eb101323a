"""What a sensor may honestly claim about one place."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.checkers import Colour

MOST = 30
"""No place holds more checkers than there are."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number of checkers known to lie between two bounds."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= MOST:
            raise ValueError(f"a count lies between 0 and {MOST}, not {self.low} to {self.high}")

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __str__(self) -> str:
        return f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Sighting:
    """How many checkers of each colour a place may hold, and how many in all.

    The three ranges always agree: whatever one of them rules out, the others do not allow. So a
    place where nobody can tell the colour, and one where both colours lie, can be told alike.
    """

    light: Count
    dark: Count
    total: Count

    def __post_init__(self) -> None:
        light, dark, total = _agreed(self.light, self.dark, self.total)
        object.__setattr__(self, "light", light)
        object.__setattr__(self, "dark", dark)
        object.__setattr__(self, "total", total)

    def __getitem__(self, colour: Colour) -> Count:
        return self.light if colour is Colour.LIGHT else self.dark

    @property
    def is_exact(self) -> bool:
        """Whether there is only one way it can be."""
        return self.light.low == self.light.high and self.dark.low == self.dark.high

    def allows(self, light: int, dark: int) -> bool:
        """Whether the place may hold so many of each colour."""
        return light in self.light and dark in self.dark and light + dark in self.total

    def narrowed(self, other: Sighting) -> Sighting | None:
        """What both claim; None if they cannot both be right."""
        try:
            return Sighting(
                _both(self.light, other.light),
                _both(self.dark, other.dark),
                _both(self.total, other.total),
            )
        except ValueError:
            return None


def of_colour(colour: Colour, low: int, high: int | None = None) -> Sighting:
    """Checkers of one colour only: so many, or between two numbers."""
    count = Count(low, low if high is None else high)
    return Sighting(count, NONE, count) if colour is Colour.LIGHT else Sighting(NONE, count, count)


def of_any_colour(low: int, high: int | None = None) -> Sighting:
    """Checkers whose colour cannot be told: so many, or between two numbers."""
    return Sighting(ANY, ANY, Count(low, low if high is None else high))


def _both(one: Count, two: Count) -> Count:
    return Count(max(one.low, two.low), min(one.high, two.high))


def _agreed(light: Count, dark: Count, total: Count) -> tuple[Count, Count, Count]:
    """The same ranges without what they rule out in one another; ValueError if nothing is left."""
    total = _both(total, Count(light.low + dark.low, min(light.high + dark.high, MOST)))
    return _rest(light, total, dark), _rest(dark, total, light), total


def _rest(part: Count, total: Count, other: Count) -> Count:
    """How many of a part there can be, the total and the other part being what they are."""
    return _both(part, Count(max(total.low - other.high, 0), total.high - other.low))


ANY = Count(0, MOST)
NONE = Count(0, 0)
ANYTHING = Sighting(ANY, ANY, ANY)
"""A place that cannot be seen, under a hand for instance."""
NOTHING = Sighting(NONE, NONE, NONE)
