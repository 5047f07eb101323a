"""Single steps: one checker moved by one die, and the rules that say whether it may."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.backgammon.moves.packed import HIT, MOVE
from engine.backgammon.places import BAR, HOME, MOVER_OFF, OFF, OTHER_BAR

BLOT = -1
"""A point that holds one checker of the other side."""


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One checker moved by one die, from a point (25: the bar) to a point (0: off)."""

    source: int
    die: int
    hits: bool = False

    @property
    def target(self) -> int:
        return max(self.source - self.die, OFF)


def rearmost(counts: Sequence[int]) -> int:
    """The place of the mover's last checker, 25 if it is on the bar; 0 if none is left."""
    for place in range(BAR, OFF, -1):
        if counts[place - 1] > 0:
            return place
    return OFF


def is_open(counts: Sequence[int], point: int) -> bool:
    """Whether the mover may land on a point: at most one checker of the other side is there."""
    return counts[point - 1] >= BLOT


def stragglers(counts: Sequence[int], point: int) -> tuple[int, ...]:
    """The places behind a point, the bar included, where the mover still has a checker."""
    return tuple(place for place in range(point + 1, BAR + 1) if counts[place - 1] > 0)


def additions(counts: Sequence[int], die: int) -> dict[int, int]:
    """Every step one die allows, from back to front: the place it leaves, and what it adds."""
    move = MOVE[die]
    rear = rearmost(counts)
    found = {}
    for source in range(rear, die, -1) if rear < BAR else (BAR,):
        if counts[source - 1] > 0:
            held = counts[source - die - 1]
            if held > BLOT:
                found[source] = move[source]
            elif held == BLOT:
                found[source] = move[source] + HIT[source - die]
    if OFF < rear <= HOME:
        source = min(rear, die)
        if counts[source - 1] > 0:
            found[source] = move[source]
    return found


def steps(counts: Sequence[int], die: int) -> list[Step]:
    """Every step one die allows, from back to front."""
    return [
        Step(source, die, source > die and counts[source - die - 1] == BLOT)
        for source in additions(counts, die)
    ]


def after_step(counts: Sequence[int], source: int, die: int) -> list[int]:
    """The counts after a step that the die allows."""
    after = list(counts)
    after[source - 1] -= 1
    landing = source - die - 1
    if landing < 0:
        after[MOVER_OFF] += 1
    elif after[landing] == BLOT:
        after[landing] = 1
        after[OTHER_BAR] += 1
    else:
        after[landing] += 1
    return after
