"""The readings of the observed board that take the two halves of the bar, and the trays, as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from engine.backgammon.position import MOVER_BAR, MOVER_OFF, OTHER_BAR, OTHER_OFF
from hardware.checkers import Colour, Layout, bar, tray
from hardware.observations import CombinedView, Sighting, of_colour
from referee.explanations import Tracking
from referee.observed_board import BoardChart, ChartField, CountRange, field_of_range
from referee.play_tracker import differing_places
from referee.verdicts import Ambiguous, Unchanged

HalfPair = tuple[ChartField, ChartField]
"""The fields of both halves of the bar, or of both trays: the mover's, then the other side's."""


def is_astray(seen: BoardChart, before: Sequence[int]) -> bool:
    """True if checkers seem to lie on the wrong half of the bar or in the wrong tray.

    `before` are the counts when the turn began: since then no checker of the mover has come to the
    bar, and none of the other side to its tray.
    """
    return _bar_is_astray(seen, before) or _trays_are_astray(seen, before)


def may_be_astray(seen: BoardChart, before: Sequence[int]) -> bool:
    """True if checkers may lie there, as `is_astray`, or if one may have been hit since.

    A checker on the mover's half may be one that he hit after his own had entered.
    """
    entered = seen[MOVER_BAR].seen.low and before[MOVER_BAR]
    return bool(entered or is_astray(seen, before) or _trays_may_be_astray(seen, before))


def other_readings(seen: BoardChart, before: Sequence[int]) -> Iterator[BoardChart]:
    """Yields the charts in which checkers on the wrong half, or in the wrong tray, count as theirs.

    The chart with the fewest checkers of the mover on the bar comes first.
    """
    bars: list[HalfPair] = [(seen[MOVER_BAR], seen[OTHER_BAR])]
    trays: list[HalfPair] = [(seen[MOVER_OFF], seen[OTHER_OFF])]
    if _bar_is_astray(seen, before) or seen[MOVER_BAR].seen.low:
        bars = list(_bar_readings(*bars[0], before[MOVER_BAR]))
    if _trays_may_be_astray(seen, before):
        trays = list(_tray_readings(*trays[0], before[OTHER_OFF]))
    for (my_bar, their_bar), (my_tray, their_tray) in product(bars, trays):
        yield (*seen[:MOVER_BAR], my_bar, their_bar, my_tray, their_tray)


def unite_trackings(
    found: Sequence[tuple[BoardChart, Tracking]], mover: Colour
) -> tuple[BoardChart, Tracking]:
    """The most complete of several trackings with its chart, and the legal plays of them all."""
    chart, best = min(found, key=lambda one: _openness(one[1]))
    if len(found) == 1:
        return chart, best
    trackings = [tracking for _, tracking in found]
    ends = tuple(dict.fromkeys(play for one in trackings for play in one.ends))
    almost = tuple(dict.fromkeys(play for one in trackings for play in one.almost))
    nodes = {id(node): node for one in trackings for node in one.nodes}
    verdict = best.verdict
    if len(ends) > 1 and not isinstance(verdict, Unchanged):
        verdict = Ambiguous(ends, differing_places(ends, mover))
    both = replace(best, verdict=verdict, ends=ends, almost=almost, nodes=tuple(nodes.values()))
    return chart, both


def settle_halves(view: CombinedView, wanted: Layout) -> CombinedView:
    """The view with the halves of the bar, and the trays, as wanted where both together may be."""
    settled = dict(view.sightings)
    for half in (bar, tray):
        counts = {colour: wanted.count(half(colour), colour) for colour in Colour}
        if _may_hold([view[half(colour)] for colour in Colour], counts):
            settled |= {half(colour): of_colour(colour, count) for colour, count in counts.items()}
    return CombinedView(settled, view.disagreements)


def _may_hold(halves: Sequence[Sighting], counts: Mapping[Colour, int]) -> bool:
    """True if both halves together may hold these numbers of checkers."""
    within = all(
        sum(half[colour].low for half in halves)
        <= count
        <= sum(half[colour].high for half in halves)
        for colour, count in counts.items()
    )
    low, high = sum(half.total.low for half in halves), sum(half.total.high for half in halves)
    return within and low <= sum(counts.values()) <= high


def _openness(tracking: Tracking) -> int:
    """The order of trackings: an untouched board, a finished play, one with fewest in hand."""
    if isinstance(tracking.verdict, Unchanged):
        return 0
    return 1 if tracking.ends else 2


def _bar_is_astray(seen: BoardChart, before: Sequence[int]) -> bool:
    mine, theirs = seen[MOVER_BAR].seen, seen[OTHER_BAR].seen
    my_count, their_count = before[MOVER_BAR], before[OTHER_BAR]
    return bool(
        mine.theirs_low
        or theirs.mine_low
        or mine.low > my_count
        or (theirs.low and theirs.high > their_count and mine.high < my_count)
        or (mine.low and theirs.high < their_count)
    )


def _trays_are_astray(seen: BoardChart, before: Sequence[int]) -> bool:
    mine, theirs = seen[MOVER_OFF].seen, seen[OTHER_OFF].seen
    my_count, their_count = before[MOVER_OFF], before[OTHER_OFF]
    return bool(
        mine.theirs_low
        or theirs.mine_low
        or theirs.low > their_count
        or (theirs.low and mine.high < my_count)
        or (mine.high > my_count and mine.low and theirs.high < their_count)
    )


def _trays_may_be_astray(seen: BoardChart, before: Sequence[int]) -> bool:
    """True as well if the other side's tray may lack checkers that the mover's has too many."""
    mine, theirs = seen[MOVER_OFF].seen, seen[OTHER_OFF].seen
    fuller = mine.low > before[MOVER_OFF] and theirs.low < before[OTHER_OFF]
    return fuller or _trays_are_astray(seen, before)


def _bar_readings(mine: ChartField, theirs: ChartField, most: int) -> Iterator[HalfPair]:
    """Yields the readings of the bar with each possible number of checkers of the mover."""
    both = _both_halves(mine, theirs)
    for count in range(both.mine_low, max(both.mine_low, min(most, both.mine_high)) + 1):
        low, high = max(both.theirs_low, both.low - count), min(both.theirs_high, both.high - count)
        if low <= high:
            own = field_of_range(CountRange(count, count, 0, 0, count, count), MOVER_BAR)
            yield own, field_of_range(CountRange(0, 0, low, high, low, high), OTHER_BAR)


def _tray_readings(mine: ChartField, theirs: ChartField, were_off: int) -> Iterator[HalfPair]:
    """Yields the reading of the trays with as many of the other side's checkers as before."""
    both = _both_halves(mine, theirs)
    off = min(max(were_off, both.theirs_low), both.theirs_high, both.high)
    low, high = max(both.mine_low, both.low - off, 0), min(both.mine_high, both.high - off)
    if low <= high:
        own = field_of_range(CountRange(low, high, 0, 0, low, high), MOVER_OFF)
        yield own, field_of_range(CountRange(0, 0, off, off, off, off), OTHER_OFF)


def _both_halves(mine: ChartField, theirs: ChartField) -> CountRange:
    """The checkers on both halves together."""
    return CountRange(*(one + two for one, two in zip(mine.seen, theirs.seen, strict=True)))
