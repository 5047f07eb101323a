"""The observed board in the numbering of the player whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.backgammon.position import CHECKERS, OTHER_BAR, OTHER_OFF
from hardware.checkers import Colour, Place
from hardware.observations import MAX_CHECKERS, UNKNOWN_SIGHTING, CombinedView, Count, Sighting
from referee.seating import PLACES_BY_FIELD

ALL_CHECKERS = 2 * CHECKERS
"""The number of checkers on a table."""


class CountRange(NamedTuple):
    """The possible numbers of checkers on a field: the mover's, the other's, both together."""

    mine_low: int
    mine_high: int
    theirs_low: int
    theirs_high: int
    low: int
    high: int


class ChartField(NamedTuple):
    """An observed field, with the difference from each count that a position may have there.

    Both tables are indexed by the count. A count of the other side's checkers on a point is
    negative and so indexed from the end.
    """

    seen: CountRange
    missing: tuple[int, ...]
    """For each count, the number of its checkers that are not observed."""
    extra: tuple[int, ...]
    """For each count, the number of observed checkers beyond it."""


class FieldGap(NamedTuple):
    """The smallest numbers of checkers that are missing or surplus on a field."""

    missing: int
    extra: int


@dataclass(frozen=True, slots=True)
class SensorDoubt:
    """The degree to which the sensor of a place is distrusted."""

    unseen: int = 0
    """The number of checkers that may lie there unseen."""
    phantom: int = 0
    """The number of checkers reported there that may not exist."""
    light: int = 0
    """The number of phantoms known to be reported as light checkers."""
    dark: int = 0
    """The number of phantoms known to be reported as dark checkers."""

    def __post_init__(self) -> None:
        if min(self.unseen, self.phantom, self.light, self.dark) < 0:
            raise ValueError(f"a doubt must concern 0 or more checkers, not {self}")

    def __add__(self, more: SensorDoubt) -> SensorDoubt:
        pairs = zip(astuple(self), astuple(more), strict=True)
        return SensorDoubt(*(one + other for one, other in pairs))


ObservedFields = tuple[CountRange, ...]
"""The 28 fields of a position, in the order of its counts."""
BoardChart = tuple[ChartField, ...]
"""The observed fields, prepared for comparison with many positions."""


def range_of(sighting: Sighting, mover: Colour) -> CountRange:
    """The range of a sighting, as the mover sees it."""
    mine, theirs, total = sighting[mover], sighting[mover.other], sighting.total
    return CountRange(mine.low, mine.high, theirs.low, theirs.high, total.low, total.high)


UNSEEN_RANGE = range_of(UNKNOWN_SIGHTING, Colour.LIGHT)
"""The range of a field that no sensor sees."""


def make_chart(view: CombinedView, mover: Colour) -> BoardChart:
    """The observed fields with their differences from each count."""
    places = enumerate(PLACES_BY_FIELD[mover])
    return tuple(make_field(view[place], mover, field) for field, place in places)


def make_field(sighting: Sighting, mover: Colour, field: int) -> ChartField:
    """One observed field with its differences from each count."""
    return field_of_range(range_of(sighting, mover), field)


def field_of_range(seen: CountRange, field: int) -> ChartField:
    """The observed field of this range with its differences from each count."""
    return _cached_field(seen, field in _THEIRS)


def forgive_extra(there: ChartField, field: int, most: int) -> ChartField:
    """The observed field if up to `most` of its checkers need not belong there."""
    seen = there.seen
    mine, theirs, both = (max(at - most, 0) for at in (seen.mine_low, seen.theirs_low, seen.low))
    return _cached_field(
        seen._replace(mine_low=mine, theirs_low=theirs, low=both), field in _THEIRS
    )


def allow_in_hand(there: ChartField, field: int, theirs: int) -> ChartField:
    """The observed field if the other side's checkers missing from these may be in a hand."""
    seen = there.seen
    most = seen._replace(theirs_high=max(seen.theirs_high, theirs), high=max(seen.high, theirs))
    return _cached_field(most, field in _THEIRS)


def widen_sighting(sighting: Sighting, doubt: SensorDoubt) -> Sighting:
    """The wider sighting that is true even if the sensor is wrong to this degree.

    On a switch that reports a checker of the wrong colour may lie one of the other.
    """
    both, more = sighting.total, doubt.unseen
    total = Count(max(both.low - doubt.phantom, 0), min(both.high + more, MAX_CHECKERS))
    as_light, as_dark = doubt.phantom - doubt.dark, doubt.phantom - doubt.light
    lights, darks = (
        Count(max(count.low - fewer, 0), min(count.high + more + other, total.high))
        for count, fewer, other in (
            (sighting.light, as_light, as_dark),
            (sighting.dark, as_dark, as_light),
        )
    )
    return Sighting(lights, darks, total)


def field_gap(seen: CountRange, mine: int, theirs: int) -> FieldGap:
    """The difference between these numbers of checkers and an observed field."""
    together = mine + theirs
    missing = max(mine - seen.mine_high, 0) + max(theirs - seen.theirs_high, 0)
    extra = max(seen.mine_low - mine, 0) + max(seen.theirs_low - theirs, 0)
    return FieldGap(max(missing, together - seen.high), max(extra, seen.low - together))


def widen_view(view: CombinedView, doubts: Mapping[Place, SensorDoubt]) -> CombinedView:
    """The view with the sightings of distrusted places widened."""
    if not doubts:
        return view
    sightings = {place: widen_sighting(view[place], doubt) for place, doubt in doubts.items()}
    return CombinedView({**view.sightings, **sightings}, view.disagreements)


def split_count(count: int, field: int) -> tuple[int, int]:
    """The numbers of the mover's and the other side's checkers that a field's count stands for."""
    return (0, abs(count)) if count < 0 or field in _THEIRS else (count, 0)


def total_gap(seen: BoardChart, counts: Sequence[int]) -> FieldGap:
    """The difference between a whole position and the observed board."""
    missing = extra = 0
    for field, count in zip(seen, counts, strict=True):
        missing += field.missing[count]
        extra += field.extra[count]
    return FieldGap(missing, extra)


def least_checkers(seen: BoardChart) -> int:
    """The smallest number of checkers that the observed board can hold."""
    return sum(field.seen.low for field in seen)


_THEIRS = (OTHER_BAR, OTHER_OFF)
_COUNTS = (*range(CHECKERS + 1), *range(-CHECKERS, 0))
"""Every count of a position in index order, negative counts last."""


@lru_cache(4096)
def _cached_field(seen: CountRange, theirs: bool) -> ChartField:  # noqa: FBT001 - a key of the cache
    sign = -1 if theirs else 1
    off = [field_gap(seen, max(sign * count, 0), max(-sign * count, 0)) for count in _COUNTS]
    return ChartField(seen, tuple(one.missing for one in off), tuple(one.extra for one in off))
