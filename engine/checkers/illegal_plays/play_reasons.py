"""The kinds of broken rules, and one broken rule with its details."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.sides import Side


class ReasonKind(Enum):
    """The kinds of broken rules, in the order in which they are most useful to a player."""

    OPPONENTS_CHECKER_MOVED = "opponents_checker_moved"
    TWO_CHECKERS_MOVED = "two_checkers_moved"
    LIGHT_FIELD = "light_field"
    TARGET_OCCUPIED = "target_occupied"
    WRONG_DIRECTION = "wrong_direction"
    """A man has moved or jumped backwards."""
    CROWNED_JUMPED_ON = "crowned_jumped_on"
    """A man that a jump had crowned has jumped on in the same turn."""
    JUMPED_OWN = "jumped_own"
    JUMPED_TWICE = "jumped_twice"
    JUMPED_NOTHING = "jumped_nothing"
    """One of several jumps went over an empty square."""
    TOO_FAR = "too_far"
    """A checker has moved several squares without a jump."""
    NOT_DIAGONAL = "not_diagonal"
    NOT_LIFTED = "not_lifted"
    """A checker that was jumped is still there."""
    LIFTED_NOT_JUMPED = "lifted_not_jumped"
    CAPTURE_MISSED = "capture_missed"
    """A capture was possible and compulsory."""
    JUMP_ON_MISSED = "jump_on_missed"
    """The checker that has captured could and must capture more."""
    CHECKERS_TOO_MANY = "checkers_too_many"
    CHECKERS_MISSING = "checkers_missing"
    CROWN_MISSING = "crown_missing"
    CROWN_ON_MAN = "crown_on_man"
    NOTHING_MOVED = "nothing_moved"
    BLOCKED = "blocked"
    """The squares next to a checker are occupied, and so are those behind them or there are none;
    this keeps a checker where it is and is no fault of a board.
    """

    @property
    def rank(self) -> int:
        """The usefulness of a reason; 0 is the most useful."""
        return _RANKS[self]


_RANKS = {kind: rank for rank, kind in enumerate(ReasonKind)}


@dataclass(frozen=True, slots=True)
class Reason:
    """One broken rule with its details; what does not apply is empty.

    Places are fields in the mover's numbering, as a checker may be found on a light one.
    """

    why: ReasonKind
    side: Side = Side.MOVER
    """The owner of the checkers concerned."""
    source: int | None = None
    """The field that the checker left."""
    target: int | None = None
    """The field on which it was put."""
    fields: tuple[int, ...] = ()
    """The fields of the checkers that are wrong, in the way, or to be captured."""
