"""The boards that agree with the observed one, and those by legal steps that come nearest.

`find_plausible_boards` is a beam search. Each field that contradicts what was expected gets a
filling: the change that it shows, for each side. Two fillings combine to one with the sum of both
changes, the surplus of each side; for each surplus only the lightest combinations are kept. A
combination with the surplus (0, 0) is a whole board. If there is none, fields that agree but are
not certain may change as well, to hide what is missing or to have lost what is surplus.

An example: of the starting position the sensors report two checkers on the mover's point 8, where
three were expected, and "5 or more" on his point 6, where five were. Point 8 has the filling -1, so
the beam holds the surplus (-1, 0) alone. Then point 6 is opened: its filling +1 leads to (0, 0),
and the board weighs 8, as a checker of weight 4 is missing on 8 and another one is on 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.backgammon.moves.plays import Numbers
from engine.backgammon.moves.steps import apply_step, step_addends
from engine.backgammon.position import (
    BAR,
    CHECKERS,
    MOVER_BAR,
    MOVER_OFF,
    OFF,
    OTHER_BAR,
    OTHER_OFF,
    POINTS,
    Position,
    Setup,
)
from referee.observed_board import CountRange, ObservedFields, field_gap, split_count

MAX_FARTHER = 1
"""The number of checkers by which a candidate may be farther away than the board before."""


class NearbyBoard(NamedTuple):
    """A board reached by legal steps, and its distance from the observed board."""

    counts: Sequence[int]
    left: Numbers
    """The numbers not yet played."""
    distance: int
    """The number of its checkers that are missing or surplus on the observed board, by place."""

    @property
    def position(self) -> Position:
        return Position.trusted(tuple(self.counts))


@dataclass(frozen=True, slots=True)
class _Search:
    """The parameters of the search: the observed fields, the board before, the largest distance."""

    before: Sequence[int]
    seen: ObservedFields
    farthest: int


def find_nearest_boards(
    position: Position, numbers: Numbers, seen: ObservedFields
) -> list[NearbyBoard]:
    """The boards that steps from back to front lead to: nearest first, then fewest steps first."""
    counts = position.counts
    distance = sum(_field_distance(seen, counts, field) for field in range(len(counts)))
    search = _Search(counts, seen, distance + MAX_FARTHER)
    board = NearbyBoard(counts, numbers, distance)
    found = {tuple(one.counts): one for one in _reachable(board, search, BAR)}
    return sorted(found.values(), key=lambda one: (one.distance, -len(one.left)))


def _reachable(board: NearbyBoard, search: _Search, last: int) -> Iterator[NearbyBoard]:
    """Yields this board and those after steps from `last` on; no step blocks one further back."""
    yield board
    for die in dict.fromkeys(board.left):
        for source in step_addends(board.counts, die):
            if source <= last and _may_have_left(board.counts, source - 1, search):
                after = _after_step(board, source, die, search.seen)
                if after.distance <= search.farthest + len(after.left):
                    yield from _reachable(after, search, source)


def _may_have_left(counts: Sequence[int], field: int, search: _Search) -> bool:
    """True if the field may hold a checker of the mover less, or one of the other side instead."""
    there, rest = search.seen[field], counts[field] - 1
    return rest >= there.mine_low and rest + min(there.theirs_high, 1) >= there.low


def _after_step(board: NearbyBoard, source: int, die: int, seen: ObservedFields) -> NearbyBoard:
    """The board after one more step."""
    counts = apply_step(board.counts, source, die)
    target = MOVER_OFF if source - die <= OFF else source - die - 1
    distance = board.distance + sum(
        _field_distance(seen, counts, field) - _field_distance(seen, board.counts, field)
        for field in (source - 1, target, OTHER_BAR)
    )
    at = board.left.index(die)
    return NearbyBoard(counts, board.left[:at] + board.left[at + 1 :], distance)


def _field_distance(seen: ObservedFields, counts: Sequence[int], field: int) -> int:
    return least_difference(seen[field], *split_count(counts[field], field))


@lru_cache(maxsize=4096)
def least_difference(seen: CountRange, mine: int, theirs: int) -> int:
    """The smallest number of checkers by which an observed field differs from these."""
    return sum(field_gap(seen, mine, theirs))


MOVERS_CHECKER_WEIGHT = 4
"""The weight of a checker of the mover that is not where it was expected."""
OTHERS_CHECKER_WEIGHT = 5
"""The weight of a checker of the other side out of place: players rather move their own."""
SHARED_POINT_WEIGHT = 1
"""The extra weight of a point shared by both colours."""
UNLIKELY_MOVE_WEIGHT = 1
"""The extra weight of moves of the mover that go backwards, or farther than the dice allow."""
LOST_CHECKER_WEIGHT = 20
"""The weight of a checker too many or too few of a side."""
ALTERNATIVES = OTHERS_CHECKER_WEIGHT
"""The weight by which a plausible board may exceed the lightest one."""
ANY_NUMBER = 1000
"""A number of checkers larger than any that can be observed."""
MAX_BY_FIELD = 8
"""The largest number of combinations with one surplus that are kept at a field."""
MAX_OVER_ALL = 48
"""The largest number of combinations with one surplus that are kept over all fields."""
MAX_SURPLUSES = 32
"""The largest number of different surpluses that are kept."""

FieldCounts = tuple[int, int]
"""The numbers of checkers of the mover and of the other side on a field."""


class PlausibleBoard(NamedTuple):
    """A board that agrees with the observed one, and its distance from the expected one."""

    weight: int
    fields: tuple[FieldCounts, ...]

    @property
    def setup(self) -> Setup:
        mine, theirs = zip(*self.fields, strict=True)
        return Setup.of_fields(mine, theirs)


class _Filling(NamedTuple):
    """The difference of a field from what was expected there, for each side."""

    weight: int
    mine: int
    theirs: int


class _Combination(NamedTuple):
    """A filling for each of some fields."""

    weight: int
    fillings: tuple[_Filling, ...]


_Beam = dict[FieldCounts, list[_Combination]]
"""The lightest combinations, by the surplus of checkers that each side then has."""
_WHOLE = (0, 0)
"""The surplus of a board with all checkers and no more."""


def field_counts(counts: Sequence[int]) -> tuple[FieldCounts, ...]:
    """The checkers on each field of a position."""
    return tuple(split_count(count, field) for field, count in enumerate(counts))


def find_plausible_boards(
    counts: Sequence[int], seen: ObservedFields, pips: int
) -> list[PlausibleBoard]:
    """The likeliest boards that agree with the observed one, where these counts were expected.

    A field keeps the expected checkers if it may hold them, unless either side would then have a
    checker too many or too few. In that case a lone checker may have given way to one of the
    mover's, and a field with an uncertain number may hold more or fewer; or checkers are missing.
    `pips` is how far the mover can have moved.
    """
    expected = field_counts(counts)
    held = enumerate(expected)
    displaced = [field for field, there in held if least_difference(seen[field], *there)]
    fields, beam = displaced, _beam_of_displaced(displaced, expected, seen, 0)
    surplus = min(map(_largest, beam))
    for limit in (surplus, surplus + 1) if _may_be_whole(seen) else (surplus,):
        if _WHOLE not in beam and (opened := _open_fields(displaced, expected, seen, limit))[1]:
            fields, beam = opened
    likely = [_board(expected, fields, found, pips) for found in _lightest(beam)]
    if fields is not displaced and _WHOLE in beam:
        likely += _boards_of_other_number(expected, displaced, seen, pips)
    return sorted(likely)


def _boards_of_other_number(
    expected: Sequence[FieldCounts], displaced: list[int], seen: ObservedFields, pips: int
) -> Iterator[PlausibleBoard]:
    """Yields the likeliest board that only lacks checkers, and the one with only some too many.

    Either is no less likely than a checker that came to a full pile, or left it, unseen; but nobody
    lays a checker of another set on the bar.
    """
    beam = _beam_of_displaced(displaced, expected, seen, 0)
    fewer = {lost: found for lost, found in beam.items() if max(lost) <= 0 and lost != _WHOLE}
    more = {gained: found for gained, found in beam.items() if min(gained) >= 0 and any(gained)}
    if not {MOVER_BAR, OTHER_BAR}.isdisjoint(displaced):
        more = {}
    for some in filter(None, (fewer, more)):
        surplus, found = min(some.items(), key=lambda one: (abs(sum(one[0])), min(one[1])))
        best = min(found)
        weight = best.weight + OTHERS_CHECKER_WEIGHT * abs(sum(surplus))
        yield _board(expected, displaced, best._replace(weight=weight), pips)


def _largest(surplus: FieldCounts) -> int:
    return max(map(abs, surplus))


def _may_be_whole(seen: ObservedFields) -> bool:
    """True if the observed board may hold exactly all checkers."""
    return sum(field.low for field in seen) <= 2 * CHECKERS <= sum(field.high for field in seen)


def _beam_of_displaced(
    displaced: list[int], expected: Sequence[FieldCounts], seen: ObservedFields, more: int
) -> _Beam:
    """The beam through the fields that contradict what was expected."""
    width, beam = _beam_width(displaced), {_WHOLE: [_Combination(0, ())]}
    for field in displaced:
        beam = _extend(beam, _fillings(field, expected[field], seen[field], more), width)
    return beam


def _open_fields(
    displaced: list[int], expected: Sequence[FieldCounts], seen: ObservedFields, limit: int
) -> tuple[list[int], _Beam]:
    """The fields and the beam, if any, after other fields may hide, lose or hit checkers too.

    No side then has a surplus, or lacks more, than `limit` checkers.
    """
    beam = _beam_of_displaced(displaced, expected, seen, limit)
    beam = {surplus: found for surplus, found in beam.items() if _largest(surplus) <= limit}
    alternatives = {
        field: _alternatives(field, expected[field], seen[field], min(limit, CHECKERS))
        for field in range(len(expected))
        if field not in displaced
    }
    opened = [field for field, fillings in alternatives.items() if len(fillings) > 1]
    width = min(_beam_width(displaced), _beam_width(opened))
    for field in opened:
        beam = _extend(beam, alternatives[field], width, limit)
    return [*displaced, *opened], beam


def _beam_width(fields: Sequence[int]) -> int:
    """The number of combinations with one surplus to keep through these fields."""
    return max(1, min(MAX_BY_FIELD, MAX_OVER_ALL // max(len(fields), 1)))


def _extend(
    beam: _Beam, fillings: Sequence[_Filling], width: int, limit: int = ANY_NUMBER
) -> _Beam:
    """Extends each combination by each filling of a field, unless a surplus exceeds `limit`."""
    extended: _Beam = {}
    for (mine, theirs), so_far in beam.items():
        for filling in fillings:
            surplus = (mine + filling.mine, theirs + filling.theirs)
            if -limit <= surplus[0] <= limit and -limit <= surplus[1] <= limit:
                extended.setdefault(surplus, []).extend(
                    [
                        _Combination(one.weight + filling.weight, (*one.fillings, filling))
                        for one in so_far
                    ]
                )
    if len(extended) > MAX_SURPLUSES:
        extended = dict(sorted(extended.items(), key=_least_final_weight)[:MAX_SURPLUSES])
    return {surplus: sorted(found)[:width] for surplus, found in extended.items()}


def _least_final_weight(entry: tuple[FieldCounts, list[_Combination]]) -> int:
    """The least weight at which combinations of this surplus can still become a whole board."""
    (mine, theirs), found = entry
    still = MOVERS_CHECKER_WEIGHT * abs(mine) + OTHERS_CHECKER_WEIGHT * abs(theirs)
    return min(found).weight + still


def _lightest(beam: _Beam) -> list[_Combination]:
    """The lightest combination, and those that are nearly as light."""
    found = sorted(
        _Combination(one.weight + LOST_CHECKER_WEIGHT * (abs(mine) + abs(theirs)), one.fillings)
        for (mine, theirs), some in beam.items()
        for one in some
    )
    return [one for one in found if one.weight <= found[0].weight + ALTERNATIVES]


def _board(
    expected: Sequence[FieldCounts], fields: Iterable[int], found: _Combination, pips: int
) -> PlausibleBoard:
    """The board of a combination: as expected, except for these fields."""
    contents, pips_moved = list(expected), 0
    for field, (_, mine, theirs) in zip(fields, found.fillings, strict=True):
        contents[field] = (contents[field][0] + mine, contents[field][1] + theirs)
        pips_moved -= mine * (OFF if field == MOVER_OFF else field + 1)
    unlikely = UNLIKELY_MOVE_WEIGHT if pips_moved < 0 or pips_moved > pips else 0
    return PlausibleBoard(found.weight + unlikely, tuple(contents))


@lru_cache(maxsize=4096)
def _fillings(
    field: int, expected: FieldCounts, seen: CountRange, more: int
) -> tuple[_Filling, ...]:
    """The fillings that differ least or by up to `more`, and one with the other side hit."""
    changes = {held: _change(expected, held) for held in _allowed_contents(field, seen)}
    least = min(changes.values(), default=0)
    is_shared = bool(seen.mine_low and seen.theirs_low)
    return tuple(
        _filling(field, expected, held)
        for held in changes
        if changes[held] <= least + more * (not all(held) or is_shared)
        or (held == (1, 0) and expected[1])
    ) or (_Filling(0, 0, 0),)


@lru_cache(maxsize=4096)
def _alternatives(
    field: int, expected: FieldCounts, seen: CountRange, limit: int
) -> tuple[_Filling, ...]:
    """The fillings of a field that may hold what was expected: no change, hidden ones, a hit."""
    mine, theirs = expected
    return tuple(
        _filling(field, expected, held)
        for held in _allowed_contents(field, seen)
        if (_change(expected, held) <= limit and (held[1] == theirs or mine == held[0] == 0))
        or (held == (1, 0) and expected == (0, 1))
    )


def _allowed_contents(field: int, seen: CountRange) -> Iterator[FieldCounts]:
    """Yields the contents that a field may have, with at most one checker too many of a side."""
    limit = max(CHECKERS + 1, seen.low)
    max_mine = 0 if field in (OTHER_BAR, OTHER_OFF) else min(seen.mine_high, limit)
    max_theirs = 0 if field in (MOVER_BAR, MOVER_OFF) else min(seen.theirs_high, limit)
    for mine in range(seen.mine_low, max_mine + 1):
        min_theirs = max(seen.theirs_low, seen.low - mine)
        for theirs in range(min_theirs, min(max_theirs, seen.high - mine) + 1):
            yield mine, theirs


def _change(one: FieldCounts, two: FieldCounts) -> int:
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def _filling(field: int, expected: FieldCounts, held: FieldCounts) -> _Filling:
    mine, theirs = held[0] - expected[0], held[1] - expected[1]
    is_hit = field < POINTS and mine > 0 and theirs < 0 and not held[1]
    others = 0 if is_hit else OTHERS_CHECKER_WEIGHT * abs(theirs)
    weight = MOVERS_CHECKER_WEIGHT * abs(mine) + others
    return _Filling(weight + SHARED_POINT_WEIGHT * all(held), mine, theirs)
