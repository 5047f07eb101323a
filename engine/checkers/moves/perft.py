"""Counts the lines of play of a length: the usual proof of a generator of legal plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.checkers.moves.generation import Bits, legal_results
from engine.checkers.rulebook import Rulebook
from engine.checkers.squares import mirror_bits

MAX_REMEMBERED = 300_000
"""The largest number of counts that are remembered, some hundred bytes each."""


class OutOfTime(Exception):
    """Raised when the time for a count is spent."""


@dataclass(slots=True)
class LineCounter:
    """Counts lines of play by one rulebook, in which no checker jumps its own side's."""

    rulebook: Rulebook
    is_time_up: Callable[[], bool]
    """True once the time is spent; asked at every position that is not remembered."""
    _counts: dict[tuple[Bits, int], int] = field(default_factory=dict)

    def count(self, bits: Bits, depth: int) -> int:
        """The number of lines of this many plays; OutOfTime if counting takes too long."""
        if depth <= 0:
            return 1
        if depth == 1:
            return len(legal_results(*bits, self.rulebook))
        known = self._counts.get((bits, depth))
        if known is not None:
            return known
        if self.is_time_up():
            raise OutOfTime
        results = legal_results(*bits, self.rulebook)
        total = sum(self.count(_mirror(*result), depth - 1) for result in results)
        if len(self._counts) < MAX_REMEMBERED:
            self._counts[bits, depth] = total
        return total


def _mirror(mover: int, other: int, kings: int) -> Bits:
    return mirror_bits(other), mirror_bits(mover), mirror_bits(kings)
