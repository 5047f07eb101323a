"""What was well played: the boards by the rules that lie between what was and what is.

Every checker that such a board has moved is seen to have left its place, and at most one of them
was seen nowhere it has come to: that one went on, and went wrong. Steps are taken from back to
front only, which misses no board, for no step is in the way of one further back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.backgammon.moves.steps import additions, after_step
from engine.backgammon.moves.tree import Numbers
from engine.backgammon.places import BAR, MOVER_OFF, OFF
from engine.backgammon.position import Position
from engine.backgammon.why.astray import Astray, SideCounts

MOST_PASSING = 1
"""How many checkers a board may have where they can only have passed."""


class WellPlayed(NamedTuple):
    """A board on the way by the rules, and how it agrees with what is seen."""

    counts: Sequence[int]
    left: Numbers
    """The numbers not yet played."""
    astray: int
    """How many of its checkers are seen elsewhere."""
    passing: int = 0
    """How many of its checkers are where none was before and none is seen."""

    @property
    def position(self) -> Position:
        return Position.trusted(tuple(self.counts))


class _Seen(NamedTuple):
    """The mover's checkers as they are now, and the fewest and the most a place has had."""

    now: SideCounts
    fewest: SideCounts
    most: SideCounts


def well_played(position: Position, numbers: Numbers, found: SideCounts) -> list[WellPlayed]:
    """The boards that explain how some of the mover's checkers came to lie where they do.

    Those that explain more come first.
    """
    before = position.setup.mover
    seen = _Seen(found, tuple(map(min, before, found)), tuple(map(max, before, found)))
    start = WellPlayed(position.counts, numbers, len(Astray.between(before, found).lacking))
    return sorted(_onward(start, seen, BAR), key=lambda begun: begun.astray)


def _onward(begun: WellPlayed, seen: _Seen, last: int) -> Iterator[WellPlayed]:
    """The board itself, and all that follow by steps from this place or nearer ones."""
    if begun.passing <= MOST_PASSING:
        yield begun
    for die in dict.fromkeys(begun.left):
        for source in additions(begun.counts, die):
            if source <= last and begun.counts[source - 1] > seen.fewest[source]:
                after = _after(begun, source, die, seen)
                if after.passing <= len(after.left) + MOST_PASSING:
                    yield from _onward(after, seen, source)


def _after(begun: WellPlayed, source: int, die: int, seen: _Seen) -> WellPlayed:
    """The board after one more step."""
    counts = after_step(begun.counts, source, die)
    target = max(source - die, OFF)
    here = begun.counts[source - 1]
    there = counts[target - 1] if target else counts[MOVER_OFF]
    at = begun.left.index(die)
    return WellPlayed(
        counts,
        begun.left[:at] + begun.left[at + 1 :],
        begun.astray - (here > seen.now[source]) + (there > seen.now[target]),
        begun.passing - (here > seen.most[source]) + (there > seen.most[target]),
    )
