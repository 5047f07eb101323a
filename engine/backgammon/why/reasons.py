"""Why a board is not a legal result: the values that say so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.backgammon.sides import Side


class Why(Enum):
    """The ways a play can break the rules, most useful to be told first."""

    MOVED_BEFORE_THROW = "moved_before_throw"
    HIT_CHECKER_NOT_ON_BAR = "hit_checker_not_on_bar"
    CHECKERS_TOO_MANY = "checkers_too_many"
    CHECKERS_MISSING = "checkers_missing"
    OPPONENTS_CHECKER_MOVED = "opponents_checker_moved"
    STILL_ON_BAR = "still_on_bar"
    WRONG_DIRECTION = "wrong_direction"
    POINT_BLOCKED = "point_blocked"
    NOT_ALL_HOME = "not_all_home"
    CHECKER_BEHIND = "checker_behind"
    NO_DIE = "no_die"
    LARGER_DIE = "larger_die"
    BOTH_DICE = "both_dice"
    MORE_OF_DOUBLE = "more_of_double"
    NUMBER_PLAYABLE = "number_playable"

    @property
    def rank(self) -> int:
        """0 for the most useful."""
        return _RANKS[self]


_RANKS = {why: rank for rank, why in enumerate(Why)}


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule broken, with what it concerns; fields that do not apply are empty."""

    why: Why
    side: Side = Side.MOVER
    """Whose checkers are concerned."""
    source: int | None = None
    """Where the checker came from.

    Points are 1 to 24 in the mover's numbering; 25 is the bar and 0 the tray of that side.
    """
    target: int | None = None
    """Where it was put."""
    points: tuple[int, ...] = ()
    """The places that stand in the way, or that are wrong."""
    count: int = 0
    """How many checkers, or how many numbers were played."""
    numbers: tuple[int, ...] = ()
    """The numbers of the throw that matter."""
