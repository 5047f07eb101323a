"""Checkers, the kinds of boards with their places, piles and layouts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import NewType

Place = NewType("Place", str)
"""A fixed name on the table, as `p6`, `bar.light` or `c3`, whatever the seats and the turn."""


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


def capture_place(colour: Colour) -> Place:
    """The place beside a board of squares for the captured checkers of a colour."""
    return Place(f"captured.{colour.value}")


@dataclass(frozen=True, slots=True, eq=False)
class BoardKind:
    """A kind of board: its places, and the checkers that belong to it."""

    name: str
    """The name of its game, in files and on the wire."""
    checkers_per_colour: int = field(repr=False)
    places: tuple[Place, ...] = field(repr=False)
    groups: Mapping[str, tuple[Place, ...]] = field(repr=False)
    """Places that are named together, such as `points`; a place may be in several groups."""
    capacity: Mapping[Place, int] = field(repr=False)
    """Number of slots of each place: checkers side by side before one must lie on another."""
    turned: Mapping[Place, Place] = field(repr=False)
    """Each place by its name on a board that is turned so that Light sits at the other side."""

    @property
    def checkers(self) -> int:
        """Number of all checkers of the set; no place can hold more."""
        return self.checkers_per_colour * len(Colour)


def _board_kind(
    name: str, checkers: int, slots: Mapping[str, int], groups: Mapping[str, tuple[Place, ...]]
) -> BoardKind:
    """A kind of board; `slots` has the groups that make up its places, and the slots of each."""
    capacity = {place: each for group, each in slots.items() for place in groups[group]}
    turned = {
        place: other
        for group in slots
        for place, other in zip(groups[group], reversed(groups[group]), strict=True)
    }
    proxies = MappingProxyType(groups), MappingProxyType(capacity), MappingProxyType(turned)
    return BoardKind(name, checkers, tuple(capacity), *proxies)


POINTS = tuple(Place(f"p{number}") for number in range(1, 25))
BACKGAMMON = _board_kind(
    "backgammon",
    15,
    {"points": 5, "bar": 5, "off": 15},
    {
        "points": POINTS,
        "bar": tuple(bar(colour) for colour in Colour),
        "off": tuple(tray(colour) for colour in Colour),
    },
)
"""The board of twenty-four points, with bar and trays."""

SQUARES = tuple(Place(f"{file}{row}") for row in range(1, 9) for file in "abcdefgh")
"""The squares of a board of eight by eight, row by row as Light sees them; `a1` at his left."""
PLAYING_SQUARES = tuple(
    place for number, place in enumerate(SQUARES) if (number // 8 + number) % 2 == 0
)
"""The squares of one colour, on which checkers is played; `a1` is one of them."""
CHECKERS = _board_kind(
    "checkers",
    12,
    {"squares": 1, "captured": 12},
    {
        "squares": SQUARES,
        "playing": PLAYING_SQUARES,
        "captured": tuple(capture_place(colour) for colour in Colour),
    },
)
"""The board of sixty-four squares, with places for captured checkers beside it."""

BOARDS: Mapping[str, BoardKind] = MappingProxyType({it.name: it for it in (BACKGAMMON, CHECKERS)})
"""All kinds of boards by name."""

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
