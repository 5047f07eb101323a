"""Checkers, places, piles and layouts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NewType

Place = NewType("Place", str)
"""A fixed name on the table, as `p6` or `bar.light`, whatever the seats and the turn."""


class Colour(Enum):
    """The colour of a checker."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> Colour:
        return Colour.DARK if self is Colour.LIGHT else Colour.LIGHT


def point(number: int) -> Place:
    """The place of a point, numbered 1 to 24 as Light counts them."""
    if not 1 <= number <= len(POINTS):
        raise ValueError(f"points are 1 to 24, not {number}")
    return POINTS[number - 1]


def bar(colour: Colour) -> Place:
    """The half of the bar for the hit checkers of a colour."""
    return Place(f"bar.{colour.value}")


def tray(colour: Colour) -> Place:
    """The tray for the checkers of a colour that were borne off."""
    return Place(f"off.{colour.value}")


POINTS = tuple(Place(f"p{number}") for number in range(1, 25))
BACKGAMMON = (*POINTS, *(place(colour) for place in (bar, tray) for colour in Colour))
"""All places of a backgammon board."""
OWN_NUMBERING = {
    Colour.LIGHT: (tray(Colour.LIGHT), *POINTS, bar(Colour.LIGHT)),
    Colour.DARK: (tray(Colour.DARK), *reversed(POINTS), bar(Colour.DARK)),
}
"""The places as each colour numbers them: its tray is 0, its points 1 to 24, its bar 25."""


@dataclass(frozen=True, slots=True)
class Pile:
    """One or more checkers of one colour on one place."""

    colour: Colour
    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError(f"a pile has one checker or more, not {self.count}")


@dataclass(frozen=True, slots=True)
class Layout:
    """The piles of a board, real or intended, by place; all other places are empty."""

    piles: Mapping[Place, Pile]

    def count(self, place: Place, colour: Colour) -> int:
        """The number of checkers of a colour on a place."""
        pile = self.piles.get(place)
        return pile.count if pile and pile.colour is colour else 0
