"""Every board a double can lawfully lead to, found fast.

Steps by one number never block one another, and every result has exactly one list of steps from
back to front. So those lists are counted out, and no board comes up twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.backgammon.dice import NUMBERS
from engine.backgammon.moves.packed import HIT, MOVE
from engine.backgammon.moves.steps import BLOT, additions, after_step
from engine.backgammon.places import BAR, HOME, MOVER_BAR, OFF, POINTS


class _Lane(NamedTuple):
    """The way from a point: where it lands, what the first step adds and what each other does."""

    source: int
    landing: int
    first: int
    move: int


def _board_lanes(die: int, *, hitting: bool) -> dict[int, _Lane]:
    return {
        source: _Lane(source, source - die, move + HIT[source - die] * hitting, move)
        for source, move in enumerate(MOVE[die])
        if die < source < BAR
    }


_QUIET = {die: _board_lanes(die, hitting=False) for die in NUMBERS}
_HITTING = {die: _board_lanes(die, hitting=True) for die in NUMBERS}
_OFF = {
    die: [_Lane(at, OFF, MOVE[die][at], MOVE[die][at]) for at in range(die, 0, -1)]
    for die in NUMBERS
}


def results_of_double(counts: Sequence[int], board: int, die: int) -> list[int]:
    """The packed boards after as many steps by one number, up to four, as can be played."""
    left = 4
    while left and counts[MOVER_BAR]:
        entering = additions(counts, die)
        if not entering:
            return [board]
        board += entering[BAR]
        counts = after_step(counts, BAR, die)
        left -= 1
    held = [0, *[count * (count > 0) for count in counts[:POINTS]]]
    lanes = _lanes(counts, held, die, left)
    found: list[int] = []
    while left and not found:
        _count_out(lanes[:], held, die, left, board, found)
        left -= 1
    return found or [board]


def _lanes(counts: Sequence[int], held: list[int], die: int, left: int) -> list[_Lane]:
    """The ways that may come into use, from front to back."""
    may_hold = held[:]
    lanes = []
    for source in range(POINTS, die, -1):
        if may_hold[source]:
            there = counts[source - die - 1]
            if there >= BLOT:
                lanes.append((_HITTING if there == BLOT else _QUIET)[die][source])
                may_hold[source - die] = 1
    if sum(held[HOME + 1 :]) <= left:
        lanes += [lane for lane in _OFF[die] if may_hold[lane.source]]
    lanes.reverse()
    return lanes


def _leads_off(held: list[int], source: int, die: int) -> bool:
    """Whether a checker on this point, at most the die's own, may be borne off now."""
    return not any(held[HOME + 1 :]) and (source == die or not any(held[source + 1 : HOME + 1]))


def _count_out(
    lanes: list[_Lane], held: list[int], die: int, left: int, board: int, found: list[int]
) -> None:
    """Add the boards after exactly the steps left, each lane taken once from the back."""
    while lanes:
        source, landing, first, move = lanes.pop()
        here = held[source]
        if here and (landing or _leads_off(held, source, die)):
            after = board + first
            rest = left - 1
            while rest and held[source]:
                held[source] -= 1
                held[landing] += 1
                _count_out(lanes[:], held, die, rest, after, found)
                after += move
                rest -= 1
            if held[source]:
                found.append(after)
            held[landing] -= here - held[source]
            held[source] = here
