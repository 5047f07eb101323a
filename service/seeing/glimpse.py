"""What people may be told of a camera and the board before it; nothing here needs numpy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from hardware.checkers import Place
from hardware.sightings import Sighting
from hardware.signals import Trouble
from vision.learning.flaws import Flaw

Pixel = tuple[float, float]
"""To the right and down from the middle of the top left pixel."""
Quad = tuple[Pixel, Pixel, Pixel, Pixel]
"""Top left, top right, bottom right and bottom left of the field, as the board is numbered."""
Size = tuple[int, int]
"""How wide and how high a picture is, in pixels."""


class Outcome(Enum):
    """What came of an attempt to learn a board."""

    LEARNT = "learnt"
    NO_PICTURE = "no_picture"
    """The camera has not shown anything yet, or cannot be reached."""
    TOO_DARK = "too_dark"
    NO_BOARD = "no_board"
    """No board was found without help; with its corners it may be."""
    BAD_CORNERS = "bad_corners"
    """Four corners that cannot be those of a board in this picture."""
    NOT_THE_START = "not_the_start"
    """The board does not show the starting position, or it cannot be made out."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a board was learnt."""

    checker: float
    """Pixels across a checker; with less than about ten a pile cannot be counted."""
    contrast: float
    """How far apart the colours of both players look, from 0 to 1."""
    sure: float
    """How surely the place is read that is read least surely, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an attempt to learn a board, for people."""

    outcome: Outcome
    corners: Quad | None = None
    """Where the board was found, if it was: to be drawn, and moved by hand if that is not so."""
    flaw: Flaw = Flaw.UNLIKE
    """What is wrong with the starting position, if it is."""
    places: tuple[Place, ...] = ()
    """Where that is so, as Light counts; none if it is so everywhere."""
    fit: Fit | None = None
    """How well it was learnt, if it was."""
    kept: bool = True
    """Whether it will still be known after the next start: the disk may refuse."""

    @property
    def learnt(self) -> bool:
        return self.outcome is Outcome.LEARNT


class Why(Enum):
    """Why nothing is claimed of a place just now."""

    UNSEEN = "unseen"
    """It has not been seen clearly yet, or what is seen there makes no sense."""
    HIDDEN = "hidden"
    """A hand hides it, or is close to it."""
    MOVING = "moving"
    """It has just changed."""
    TROUBLE = "trouble"
    """Nothing of the board can be seen."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the camera of a table sees just now."""

    at: float
    """When the picture was taken, by the clock of the table."""
    size: Size
    learnt: bool
    """Whether it is known what this board looks like."""
    trouble: Trouble | None = None
    """What keeps it from seeing the board."""
    sightings: Mapping[Place, Sighting] = field(default_factory=dict)
    """What may be claimed, as Light counts the places; every place of a board is in it."""
    untold: Mapping[Place, Why] = field(default_factory=dict)
    """The places of which nothing can be claimed, and why."""
    corners: Quad | None = None
    """Where the field is in the picture, once the board is known."""
    milliseconds: float = 0.0
    """How long it took to look at the picture."""
