"""What the referee makes of what is seen: values, never words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.position import Position, Setup
from engine.backgammon.why.reasons import Reason
from hardware.checkers import Colour, Place


@dataclass(frozen=True, slots=True)
class Move:
    """A checker to be carried from one place to another; None is a hand, or out of sight."""

    source: Place | None
    target: Place | None
    colour: Colour | None = None
    """None where it cannot be told."""

    def __post_init__(self) -> None:
        if self.source is None and self.target is None:
            raise ValueError("a checker is carried from a place, or to one")


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Everything lies where it lay when the turn began."""


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """Checkers are in hand, or a legal play is not finished."""

    lifted: tuple[Place, ...]
    """Where checkers of the mover have left, and have not come down again."""
    reachable: tuple[Place, ...]
    """Where those in hand may come down."""
    in_hand: int = 0


@dataclass(frozen=True, slots=True)
class Complete:
    """A legal play, as the mover sees it; only an act ends the turn."""

    play: Position


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several legal plays look like this."""

    plays: tuple[Position, ...]
    places: tuple[Place, ...]
    """Where they differ."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """A checker rests where no legal play can have it."""

    reasons: tuple[Reason, ...]
    moves: tuple[Move, ...]
    """How to put it right."""
    board: Setup
    """What most likely lies there, as the mover sees it."""


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The checkers are not where they belong; how to carry them there, fewest first."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What the sensors claim cannot be, or they cannot see enough."""

    places: tuple[Place, ...]


Verdict = Unchanged | OnTheWay | Complete | Ambiguous | Illegal | Disturbed | Unreadable
