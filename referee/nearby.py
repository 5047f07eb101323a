"""The boards on the way to a legal play that are nearest to what is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.backgammon.moves.steps import additions, after_step
from engine.backgammon.moves.tree import Numbers
from engine.backgammon.places import BAR, MOVER_OFF, OFF, OTHER_BAR
from engine.backgammon.position import Position
from referee.outlook import Range, Seen, gap, on_field

MOST_FARTHER = 1
"""How much farther from what is seen than the board before the throw one may be."""


class Nearby(NamedTuple):
    """A board by the rules, and how far it is from what is seen."""

    counts: Sequence[int]
    left: Numbers
    """The numbers not yet played."""
    off: int
    """How many of its checkers are not seen there, or too many are, place by place."""

    @property
    def position(self) -> Position:
        return Position.trusted(tuple(self.counts))


@dataclass(frozen=True, slots=True)
class _Way:
    """What is seen, and what lay there before."""

    before: Sequence[int]
    seen: Seen
    farthest: int


def nearby(position: Position, numbers: Numbers, seen: Seen) -> list[Nearby]:
    """The boards that steps with these numbers lead to, the nearest first, and the shortest way.

    A step is tried only where a checker of the mover may have left. Steps are taken from back to
    front, which misses no board, for no step is in the way of one further back.
    """
    counts = position.counts
    off = sum(_off(seen, counts, field) for field in range(len(counts)))
    way = _Way(counts, seen, off + MOST_FARTHER)
    found = {tuple(one.counts): one for one in _onward(Nearby(counts, numbers, off), way, BAR)}
    return sorted(found.values(), key=lambda one: (one.off, -len(one.left)))


def _onward(begun: Nearby, way: _Way, last: int) -> Iterator[Nearby]:
    """The board itself, and all that follow by steps from this place or nearer ones."""
    yield begun
    for die in dict.fromkeys(begun.left):
        for source in additions(begun.counts, die):
            if source <= last and _may_have_left(begun.counts, source - 1, way):
                after = _after(begun, source, die, way.seen)
                if after.off <= way.farthest + len(after.left):
                    yield from _onward(after, way, source)


def _may_have_left(counts: Sequence[int], field: int, way: _Way) -> bool:
    """Whether one checker less of the mover's is no fewer than are seen.

    One of the other side may lie there now: a checker that was hit, or that somebody moved.
    """
    there, rest = way.seen[field], counts[field] - 1
    return rest >= there.mine_low and rest + min(there.theirs_high, 1) >= there.low


def _after(begun: Nearby, source: int, die: int, seen: Seen) -> Nearby:
    """The board after one more step."""
    counts = after_step(begun.counts, source, die)
    target = MOVER_OFF if source - die <= OFF else source - die - 1
    off = begun.off + sum(
        _off(seen, counts, field) - _off(seen, begun.counts, field)
        for field in (source - 1, target, OTHER_BAR)
    )
    at = begun.left.index(die)
    return Nearby(counts, begun.left[:at] + begun.left[at + 1 :], off)


def _off(seen: Seen, counts: Sequence[int], field: int) -> int:
    return apart(seen[field], *on_field(counts[field], field))


@lru_cache(maxsize=4096)
def apart(seen: Range, mine: int, theirs: int) -> int:
    """By how many checkers at least what is seen on a field differs from these."""
    return sum(gap(seen, mine, theirs))
