"""What hands do at a table, one small gesture after another."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.checkers import Colour, Place
from hardware.signals import Button, Wish


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing happens for a while; no other gesture takes any time."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Lift:
    """A checker is taken into the hand."""

    place: Place
    colour: Colour | None = None
    """None: the top one, whatever it is."""


@dataclass(frozen=True, slots=True)
class Put:
    """A checker comes down from the hand."""

    place: Place
    colour: Colour


@dataclass(frozen=True, slots=True)
class PutBetween:
    """A checker comes down from the hand half on one place and half on another."""

    place: Place
    neighbour: Place
    colour: Colour
    seen_by: tuple[Place, ...]
    """On which of the two it is felt."""


@dataclass(frozen=True, slots=True)
class Straighten:
    """The checker that lies between two places is pushed onto the first."""

    place: Place
    neighbour: Place


@dataclass(frozen=True, slots=True)
class Nudge:
    """What lies on a place is touched, and stays."""

    place: Place


@dataclass(frozen=True, slots=True)
class Fetch:
    """A checker that belongs to no set on this table is taken into the hand."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice are thrown and roll."""

    colour: Colour | None
    """Whose dice they are; None where both players throw the same pair."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice that roll come to lie, and show these numbers."""

    numbers: tuple[int, ...]
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class Cock:
    """The dice that roll come to lie askew."""

    colour: Colour | None


@dataclass(frozen=True, slots=True)
class LiftDice:
    """Dice are picked up."""

    colour: Colour | None


@dataclass(frozen=True, slots=True)
class Press:
    """A button is pressed."""

    button: Button


@dataclass(frozen=True, slots=True)
class Say:
    """Somebody asks for something, on the page."""

    colour: Colour
    wish: Wish
    number: int = 0


Gesture = (
    Pause
    | Lift
    | Put
    | PutBetween
    | Straighten
    | Nudge
    | Fetch
    | Roll
    | Throw
    | Cock
    | LiftDice
    | Press
    | Say
)
