"""Checkers and where they lie: colours, the names of places, piles and layouts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NewType

Place = NewType("Place", str)
"""A fixed name on the table; whoever sits where, and whose turn it is, does not change it."""


class Colour(Enum):
    """What a checker is made of."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> Colour:
        return Colour.DARK if self is Colour.LIGHT else Colour.LIGHT


def point(number: int) -> Place:
    """A point of a backgammon board, 1 to 24 as Light counts them."""
    if not 1 <= number <= len(POINTS):
        raise ValueError(f"points are 1 to 24, not {number}")
    return POINTS[number - 1]


def bar(colour: Colour) -> Place:
    """The half of the bar where the hit checkers of a colour wait."""
    return Place(f"bar.{colour.value}")


def tray(colour: Colour) -> Place:
    """The tray for the borne off checkers of a colour."""
    return Place(f"off.{colour.value}")


POINTS = tuple(Place(f"p{number}") for number in range(1, 25))
BACKGAMMON = (*POINTS, *(place(colour) for place in (bar, tray) for colour in Colour))
"""Every place of a backgammon board."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Checkers of one colour on one place."""

    colour: Colour
    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError(f"a pile has one checker or more, not {self.count}")


@dataclass(frozen=True, slots=True)
class Layout:
    """Where checkers are, or should be: piles by place, and nothing on any other place."""

    piles: Mapping[Place, Pile]

    def count(self, place: Place, colour: Colour) -> int:
        """How many checkers of a colour are on a place."""
        pile = self.piles.get(place)
        return pile.count if pile and pile.colour is colour else 0
