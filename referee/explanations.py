"""The explanations of an observed board by boards on the way to a legal play, as values."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple

from engine.backgammon.moves.plays import PlayNode
from engine.backgammon.position import Position
from referee.verdicts import Ambiguous, Complete, OnTheWay, Unchanged

TrackedVerdict = Unchanged | OnTheWay | Complete | Ambiguous
"""The verdicts on a board that some board on the way explains."""
Late = frozenset[int]
"""The fields of points where a checker that was hit still lies."""
NONE_LATE: Late = frozenset()
"""The usual case: every checker that was hit has left its point."""


class Explanation(NamedTuple):
    """A board on the way that explains the observed board."""

    node: PlayNode
    in_hand: int
    """The number of its checkers that are not observed."""
    late: Late
    early: bool = False
    """True if a checker lies on the bar before it is hit; the node is then not in the tree."""

    @property
    def is_end(self) -> bool:
        """True if this is a complete legal play with no checker in hand."""
        return not (self.node.playable or self.in_hand or self.late)


@dataclass(frozen=True, slots=True)
class Tracking:
    """The explanations of an observed board."""

    verdict: TrackedVerdict
    ends: tuple[Position, ...] = ()
    """The legal plays that agree with the observed board."""
    almost: tuple[Position, ...] = ()
    """The legal plays that would agree if one more checker were observed."""
    nodes: tuple[PlayNode, ...] = ()
    """The boards on the way that agree with the observed board, or that last did."""
    in_hand: OnTheWay | None = None
    """The alternative to a finished play whose last checker is not observed: it is in hand."""
    nearest: Explanation | None = dataclasses.field(default=None, compare=False, repr=False)
    """The explanation with the fewest checkers in hand; a lifted checker is not taken to lie unseen
    unless that ends the play. None if nothing is to be moved.
    """
    without_hands: tuple[Explanation, ...] = dataclasses.field(
        default=(), compare=False, repr=False
    )
    """The explanations with no checker in hand; empty if nothing is to be moved."""
