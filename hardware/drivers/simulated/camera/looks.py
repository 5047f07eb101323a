"""How a board and its checkers look: what they are made of, and how large they are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Rgb = tuple[int, int, int]
"""Red, green and blue, as a screen has them."""


class Grain(Enum):
    """What a surface is made of."""

    PLAIN = "plain"
    WOOD = "wood"
    LEATHER = "leather"
    FELT = "felt"
    CORK = "cork"
    PAPER = "paper"
    MARBLE = "marble"
    METAL = "metal"


class Top(Enum):
    """How the top of a checker is shaped."""

    FLAT = "flat"
    RINGED = "ringed"
    DISHED = "dished"
    DOMED = "domed"


class Aside(Enum):
    """Where checkers go that are borne off."""

    FLAT = "flat in the tray, in piles"
    EDGE = "on edge in the tray"
    BESIDE = "on the table beside the board"


class Trays(Enum):
    """Where a board has trays."""

    NONE = "none"
    HOME = "beside the homes"
    BOTH = "at both sides"


@dataclass(frozen=True, slots=True)
class Stuff:
    """What a surface is made of, and how it shines."""

    colour: Rgb
    grain: Grain = Grain.PLAIN
    gloss: float = 0.05
    """How much of a light is mirrored, from 0 to 1."""
    polish: float = 30.0
    """How small the mirrored light is; a wide shine has 10, a sharp one 400."""
    contrast: float = 1.0
    """How strong the grain is."""


@dataclass(frozen=True, slots=True)
class Make:
    """How checkers are made; everything is measured in widths of a point."""

    across: float = 0.9
    thick: float = 0.24
    top: Top = Top.FLAT
    dome: float = 0.0
    """How much higher the middle of a domed top is than its rim."""


@dataclass(frozen=True, slots=True)
class Look:
    """A board and its checkers; measured in widths of a point."""

    light: Stuff
    dark: Stuff
    field: Stuff
    odd: Stuff
    """The points 1, 3, 5...; the others are `even`."""
    even: Stuff
    rim: Stuff
    table: Stuff
    tray: Stuff
    make: Make = Make()
    bar: float = 1.0
    """How wide the bar is; 0 for a board without one."""
    depth: float = 11.3
    """From rim to rim across both rows."""
    height: float = 0.3
    """How high rim and bar stand over the field."""
    edge: float = 0.45
    """How wide the rim is."""
    standing: float = 0.5
    """How high the field is above the table."""
    trays: Trays = Trays.HOME
    tray_width: float = 1.3
    aside: Aside = Aside.FLAT
    point: float = 4.7
    """How long a point is."""
    outlined: bool = False
    """Whether the points are drawn with lines."""
    hinges: bool = False
    dice: Rgb = (235, 230, 215)
    pips: Rgb = (25, 25, 30)

    def __post_init__(self) -> None:
        if self.make.across * 10 > self.depth or self.make.across > 1:
            raise ValueError("five checkers in each row must fit on a board")
        if self.bar < 0 or self.height < 0 or self.standing < 0:
            raise ValueError("nothing about a board is smaller than nothing")
