"""Every board a throw can lawfully lead to, found fast.

Two different dice: away from the end of the game the two steps hardly touch one another, so the
results are all sums of a step by each die, mended where the steps meet, and one checker taking
both. Near the end, and from the bar, the dice are played one after the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.backgammon.dice import Dice
from engine.backgammon.moves.doubles import results_of_double
from engine.backgammon.moves.packed import HIT, MOVE
from engine.backgammon.moves.steps import BLOT, additions, after_step
from engine.backgammon.places import HOME, MOVER_BAR, POINTS


def results(counts: Sequence[int], board: int, dice: Dice, *, larger_die: bool) -> Collection[int]:
    """The packed boards a throw may lead to from this one: only itself if nothing is playable."""
    if dice.is_double:
        return results_of_double(counts, board, dice.high)
    by_high, by_low = additions(counts, dice.high), additions(counts, dice.low)
    if counts[MOVER_BAR] or _is_near_end(counts):
        both = _in_turn(counts, board, {dice.high: by_high, dice.low: by_low})
    else:
        both = _side_by_side(counts, board, dice, by_high, by_low)
    if both:
        return both
    if larger_die and by_high:
        by_low = {}
    return {board + add for add in (*by_high.values(), *by_low.values())} or {board}


def _is_near_end(counts: Sequence[int]) -> bool:
    """Whether one step may be enough for bearing off to begin."""
    outside = 0
    for count in counts[HOME:POINTS]:
        if count > 0:
            outside += count
            if outside > 1:
                return False
    return True


def _in_turn(counts: Sequence[int], board: int, by_die: dict[int, dict[int, int]]) -> set[int]:
    """The boards after both dice, played one after the other in both orders."""
    found: set[int] = set()
    for die, then in zip(by_die, reversed(by_die), strict=True):
        for source, add in by_die[die].items():
            so_far = board + add
            for last in additions(after_step(counts, source, die), then).values():
                found.add(so_far + last)
    return found


def _side_by_side(
    counts: Sequence[int], board: int, dice: Dice, by_high: dict[int, int], by_low: dict[int, int]
) -> set[int]:
    """The boards after both dice, where no step can open or close the bearing off."""
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
