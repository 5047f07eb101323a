"""What the service shows a page of the camera of a table, and of what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from hardware.checkers import Colour, Place
from service.web.messages.from_page import Pixel


@dataclass(frozen=True, slots=True)
class Taught:
    """What came of an attempt to learn a board."""

    number: int
    """Another one for each attempt."""
    well: bool
    words: str
    advice: str = ""
    """What to do next."""
    places: tuple[Place, ...] = ()
    """Where the starting position is not as it should be, as far as that can be told."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The camera of the table, and whether it knows the board."""

    called: str
    width: int
    """Of its pictures, in pixels; 0 where none has come."""
    height: int
    learnt: bool
    learning: bool
    """Whether it is just being shown a board."""
    trouble: str = ""
    """What keeps it from seeing the board, in words."""
    advice: str = ""
    """What to do about it."""
    verdict: Taught | None = None


class Sureness(Enum):
    """How surely a camera sees what lies on a place."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    """It claims a range."""
    OPEN = "open"
    """It claims nothing."""


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """What a camera sees of a place, and where in the picture that is."""

    at: Pixel
    text: str
    """Nothing, a number, or from which number to which."""
    sureness: Sureness
    colour: Colour | None = None
    """Whose checkers, where they are of one colour."""
    number: Pixel | None = None
    """Where the number of a point is written."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a camera sees of the board, to be drawn over its picture; points as Light counts."""

    summary: str
    """The same in a sentence."""
    corners: tuple[Pixel, ...] = ()
    """Of the field, from the upper left one on; none where it is not known where the board is."""
    lines: str = ""
    """The field, as the path of an SVG."""
    point: float = 0.0
    """Pixels across a point."""
    places: Mapping[Place, PlaceSeen] = field(default_factory=dict)
