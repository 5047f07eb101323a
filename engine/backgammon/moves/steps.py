"""Single steps on packed boards, and fast generation of every board that a throw can lead to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import NamedTuple

from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.position import (
    BAR,
    FIELDS,
    HOME,
    MOVER_BAR,
    MOVER_OFF,
    OFF,
    OTHER_BAR,
    POINTS,
)

_LAYOUT = Struct(f"{FIELDS}b")
_RAISE = int.from_bytes(b"\x80" * FIELDS, "little")
_ONE = [1 << (8 * field) for field in range(FIELDS)]


def pack_counts(counts: Sequence[int]) -> int:
    """The board with these 28 counts as one integer."""
    return int.from_bytes(_LAYOUT.pack(*counts), "little") ^ _RAISE


def unpack_boards(boards: Iterable[int]) -> list[tuple[int, ...]]:
    """The 28 counts of each board."""
    joined = b"".join([(board ^ _RAISE).to_bytes(FIELDS, "little") for board in boards])
    return list(_LAYOUT.iter_unpack(joined))


def _move(source: int, die: int) -> int:
    landing = _ONE[source - die - 1] if source > die else _ONE[MOVER_OFF]
    return landing - _ONE[source - 1]


MOVE = {die: [0, *(_move(source, die) for source in range(1, BAR + 1))] for die in NUMBERS}
"""The addend for moving one checker, by die and source; borne off if the die passes point 1."""
HIT = [0, *(_ONE[point - 1] + _ONE[OTHER_BAR] for point in range(1, BAR))]
"""The addend for sending the other side's blot on this point to the bar."""


BLOT = -1
"""A point that holds one checker of the other side."""


@dataclass(frozen=True, slots=True, order=True)
class CheckerStep:
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
    """True if the mover may land on a point: at most one checker of the other side is there."""
    return counts[point - 1] >= BLOT


def checkers_behind(counts: Sequence[int], point: int) -> tuple[int, ...]:
    """The places behind a point, the bar included, where the mover still has a checker."""
    return tuple(place for place in range(point + 1, BAR + 1) if counts[place - 1] > 0)


def step_addends(counts: Sequence[int], die: int) -> dict[int, int]:
    """The steps that one die allows, from back to front: each source and the step's addend."""
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


def legal_steps(counts: Sequence[int], die: int) -> list[CheckerStep]:
    """The steps that one die allows, from back to front."""
    return [
        CheckerStep(source, die, source > die and counts[source - die - 1] == BLOT)
        for source in step_addends(counts, die)
    ]


def apply_step(counts: Sequence[int], source: int, die: int) -> list[int]:
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


class _Lane(NamedTuple):
    """The step from a point: its landing place, and the addends of its first and of later uses."""

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
_BEARING_OFF = {
    die: [_Lane(at, OFF, move[at], move[at]) for at in range(die, 0, -1)]
    for die, move in MOVE.items()
}


def generate_boards_of_double(counts: Sequence[int], board: int, die: int) -> list[int]:
    """The packed boards after as many steps by one number, up to four, as can be played."""
    left = 4
    while left and counts[MOVER_BAR]:
        entering = step_addends(counts, die)
        if not entering:
            return [board]
        board += entering[BAR]
        counts = apply_step(counts, BAR, die)
        left -= 1
    held = [0, *[count * (count > 0) for count in counts[:POINTS]]]
    lanes = _lanes(counts, held, die, left)
    found: list[int] = []
    while left and not found:
        _enumerate_boards(lanes[:], held, die, left, board, found)
        left -= 1
    return found or [board]


def _lanes(counts: Sequence[int], held: list[int], die: int, left: int) -> list[_Lane]:
    """The lanes that may be used, from front to back."""
    may_hold = held[:]
    lanes = []
    for source in range(POINTS, die, -1):
        if may_hold[source]:
            there = counts[source - die - 1]
            if there >= BLOT:
                lanes.append((_HITTING if there == BLOT else _QUIET)[die][source])
                may_hold[source - die] = 1
    if sum(held[HOME + 1 :]) <= left:
        lanes += [lane for lane in _BEARING_OFF[die] if may_hold[lane.source]]
    lanes.reverse()
    return lanes


def _can_bear_off(held: list[int], source: int, die: int) -> bool:
    """True if a checker on `source`, at most the die's own point, may be borne off now."""
    return not any(held[HOME + 1 :]) and (source == die or not any(held[source + 1 : HOME + 1]))


def _enumerate_boards(
    lanes: list[_Lane], held: list[int], die: int, left: int, board: int, found: list[int]
) -> None:
    """Appends the boards after exactly `left` steps to `found`, trying each lane from the back."""
    while lanes:
        source, landing, first, move = lanes.pop()
        here = held[source]
        if here and (landing or _can_bear_off(held, source, die)):
            after = board + first
            rest = left - 1
            while rest and held[source]:
                held[source] -= 1
                held[landing] += 1
                _enumerate_boards(lanes[:], held, die, rest, after, found)
                after += move
                rest -= 1
            if held[source]:
                found.append(after)
            held[landing] -= here - held[source]
            held[source] = here


def generate_boards(
    counts: Sequence[int], board: int, dice: Dice, *, larger_die: bool
) -> Collection[int]:
    """The packed boards that a throw may lead to; only `board` itself if nothing is playable."""
    if dice.is_double:
        return generate_boards_of_double(counts, board, dice.high)
    by_high, by_low = step_addends(counts, dice.high), step_addends(counts, dice.low)
    if counts[MOVER_BAR] or _is_near_end(counts):
        both = _in_both_orders(counts, board, {dice.high: by_high, dice.low: by_low})
    else:
        both = _boards_by_sums(counts, board, dice, by_high, by_low)
    if both:
        return both
    if larger_die and by_high:
        by_low = {}
    return {board + add for add in (*by_high.values(), *by_low.values())} or {board}


def _is_near_end(counts: Sequence[int]) -> bool:
    """True if one step may be enough for bearing off to begin."""
    outside = 0
    for count in counts[HOME:POINTS]:
        if count > 0:
            outside += count
            if outside > 1:
                return False
    return True


def _in_both_orders(
    counts: Sequence[int], board: int, by_die: dict[int, dict[int, int]]
) -> set[int]:
    """The boards after both dice, played one after the other in both orders."""
    found: set[int] = set()
    for die, then in zip(by_die, reversed(by_die), strict=True):
        for source, add in by_die[die].items():
            so_far = board + add
            for last in step_addends(apply_step(counts, source, die), then).values():
                found.add(so_far + last)
    return found


def _boards_by_sums(
    counts: Sequence[int], board: int, dice: Dice, by_high: dict[int, int], by_low: dict[int, int]
) -> set[int]:
    """The boards after both dice, where no step can allow or prevent bearing off.

    Steps of two checkers do not depend on each other, so a board is mostly the sum of two addends,
    one for each die. Three cases differ: a lone checker cannot leave its point twice; a blot that
    both steps meet is hit by the first one only; and one checker may go on with the other die.
    """
    high, low, both = dice.high, dice.low, dice.high + dice.low
    starts = [board + add for add in by_high.values()]
    found = {start + add for start in starts for add in by_low.values()}
    for source, add in by_high.items():
        if counts[source - 1] == 1 and source in by_low:
            found.discard(board + add + by_low[source])
        if counts[source - high - 1] == BLOT:
            other = source - high + low
            if other in by_low:
                found.discard(board + add + by_low[other])
                found.add(board + add + MOVE[low][other])
    for adds, die, then in ((by_high, high, MOVE[low]), (by_low, low, MOVE[high])):
        for source, add in adds.items():
            if source > both and (held := counts[source - both - 1]) >= BLOT:
                hit = HIT[source - both] if held == BLOT else 0
                found.add(board + add + then[source - die] + hit)
    return found
