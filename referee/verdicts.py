"""The referee's verdicts on the observed board, as values."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.position import Position, Setup
from hardware.checkers import Colour, Place


@dataclass(frozen=True, slots=True)
class CheckerMove:
    """A checker to carry from one place to another; None stands for a hand, or out of sight."""

    source: Place | None
    target: Place | None
    colour: Colour | None = None
    """The colour of the checker; None if unknown."""

    def __post_init__(self) -> None:
        if self.source is None and self.target is None:
            raise ValueError("a move must have a source, a target or both")


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The board is as it was when the turn began."""


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """Checkers are in hand, or a legal play is not finished."""

    lifted: tuple[Place, ...]
    """The places that checkers of the mover have left without coming down again."""
    reachable: tuple[Place, ...]
    """The places where the checkers in hand may come down."""
    in_hand: int = 0


@dataclass(frozen=True, slots=True)
class Complete:
    """A complete legal play, seen by the mover; the turn ends only by an act of a player."""

    play: Position


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The board agrees with several legal plays."""

    plays: tuple[Position, ...]
    places: tuple[Place, ...]
    """The places in which they differ."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """A checker lies where it cannot lie in any legal play."""

    reasons: tuple[Reason, ...]
    moves: tuple[CheckerMove, ...]
    """The moves that put it right."""
    board: Setup
    """The board that most likely lies there, seen by the mover."""


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The checkers are not where they belong; `moves` is the shortest way to carry them back."""

    moves: tuple[CheckerMove, ...]


@dataclass(frozen=True, slots=True)
class UnreadableBoard:
    """The sensors contradict one another or the rules, or see too little."""

    places: tuple[Place, ...]


Verdict = Unchanged | OnTheWay | Complete | Ambiguous | Illegal | Disturbed | UnreadableBoard
