"""What is seen of a board, as the player counts it whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.backgammon.places import OTHER_BAR, OTHER_OFF
from engine.backgammon.position import CHECKERS
from hardware.checkers import Colour, Place
from hardware.observations import View
from hardware.sightings import MOST, Count, Sighting
from referee.seating import PLACES

ALL_CHECKERS = 2 * CHECKERS
"""How many there are on a table."""


class Range(NamedTuple):
    """How many checkers may be on one field: the mover's, the other's, and both together."""

    mine_low: int
    mine_high: int
    theirs_low: int
    theirs_high: int
    low: int
    high: int


class Field(NamedTuple):
    """What is seen on one field, and how far each count that a position may have there is off.

    A count of the other's checkers on a point is negative, and found from the end of the tables.
    """

    seen: Range
    missing: tuple[int, ...]
    """How many checkers of that count are not seen."""
    extra: tuple[int, ...]
    """How many are seen besides."""


class Gap(NamedTuple):
    """How what is expected on a field differs from what is seen: by how many at least."""

    missing: int
    extra: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """How far a place's sensor is not to be trusted."""

    unseen: int = 0
    """So many checkers may lie there that it does not see."""
    phantom: int = 0
    """So many that it sees may not be there."""

    def __post_init__(self) -> None:
        if min(self.unseen, self.phantom) < 0:
            raise ValueError(f"0 or more checkers are in doubt, not {self}")

    def __add__(self, more: Doubt) -> Doubt:
        return Doubt(self.unseen + more.unseen, self.phantom + more.phantom)


Seen = tuple[Range, ...]
"""The 28 fields of a position, in the order of its counts."""
Chart = tuple[Field, ...]
"""The same, ready to be compared with many positions."""


def range_of(sighting: Sighting, mover: Colour) -> Range:
    """What a sighting says, as the mover sees it."""
    mine, theirs, total = sighting[mover], sighting[mover.other], sighting.total
    return Range(mine.low, mine.high, theirs.low, theirs.high, total.low, total.high)


def chart(view: View, mover: Colour) -> Chart:
    """What is seen, field by field, and how far each count is off."""
    return tuple(field_of(view[place], mover, field) for field, place in enumerate(PLACES[mover]))


def field_of(sighting: Sighting, mover: Colour, field: int) -> Field:
    """What is seen on one field, and how far each count is off there."""
    return _tabled(range_of(sighting, mover), field in _THEIRS)


def doubted(sighting: Sighting, doubt: Doubt) -> Sighting:
    """What a sighting may mean if it is not to be trusted."""
    low, high = doubt.phantom, doubt.unseen
    return Sighting(
        *(
            Count(max(count.low - low, 0), min(count.high + high, MOST))
            for count in (sighting.light, sighting.dark, sighting.total)
        )
    )


def gap(seen: Range, mine: int, theirs: int) -> Gap:
    """How far so many checkers are from what is seen."""
    together = mine + theirs
    missing = max(mine - seen.mine_high, 0) + max(theirs - seen.theirs_high, 0)
    extra = max(seen.mine_low - mine, 0) + max(seen.theirs_low - theirs, 0)
    return Gap(max(missing, together - seen.high), max(extra, seen.low - together))


def with_doubts(view: View, doubts: Mapping[Place, Doubt]) -> View:
    """The view where some places are not to be trusted."""
    if not doubts:
        return view
    sightings = {place: doubted(view[place], doubt) for place, doubt in doubts.items()}
    return View({**view.sightings, **sightings}, view.disagreements)


def on_field(count: int, field: int) -> tuple[int, int]:
    """How many of the mover's and of the other's checkers the count of a field means."""
    return (0, abs(count)) if count < 0 or field in _THEIRS else (count, 0)


def total_gap(seen: Chart, counts: Sequence[int]) -> Gap:
    """How far a whole position is from what is seen."""
    missing = extra = 0
    for field, count in zip(seen, counts, strict=True):
        missing += field.missing[count]
        extra += field.extra[count]
    return Gap(missing, extra)


def least_seen(seen: Chart) -> int:
    """How many checkers are seen at least."""
    return sum(field.seen.low for field in seen)


_THEIRS = (OTHER_BAR, OTHER_OFF)
_COUNTS = (*range(CHECKERS + 1), *range(-CHECKERS, 0))
"""Every count of a position, in the order in which an index finds it, negative ones last."""


@lru_cache(4096)
def _tabled(seen: Range, theirs: bool) -> Field:  # noqa: FBT001 - a key of the cache
    sign = -1 if theirs else 1
    off = [gap(seen, max(sign * count, 0), max(-sign * count, 0)) for count in _COUNTS]
    return Field(seen, tuple(one.missing for one in off), tuple(one.extra for one in off))
