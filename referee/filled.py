"""What may lie where something else was expected, so that it agrees with what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.backgammon.places import MOVER_BAR, MOVER_OFF, OFF, OTHER_BAR, OTHER_OFF, POINTS
from engine.backgammon.position import CHECKERS, Setup
from referee.nearby import apart
from referee.outlook import Range, Seen, on_field

MOVERS, OTHERS = 4, 5
"""What it weighs that a checker is not where it was expected: people rather move their own."""
SHARED = 1
"""What it weighs besides that both colours share a point."""
UNLIKELY = 1
"""What it weighs besides that the mover's went back, or farther than they could."""
LOST = 20
"""What it weighs that a side has a checker too many or too few."""
ALTERNATIVES = OTHERS
"""What a board may weigh more than the lightest one."""
ANY_NUMBER = 1000
"""More checkers than can be seen anywhere."""
MOST_KEPT, ALL_KEPT = 8, 48
"""So many ways to come to the same numbers are followed through each field, and through all."""
MOST_SUMS = 32
"""So many different numbers are."""

Held = tuple[int, int]
"""How many checkers of the mover and of the other side a field holds."""


class Filled(NamedTuple):
    """A board that agrees with what is seen, and how far it is from the one expected."""

    weight: int
    fields: tuple[Held, ...]

    @property
    def setup(self) -> Setup:
        mine, theirs = zip(*self.fields, strict=True)
        return Setup.of_fields(mine, theirs)


class _Filling(NamedTuple):
    """By how many checkers of each side a field differs from what was expected there."""

    weight: int
    mine: int
    theirs: int


class _Way(NamedTuple):
    """A filling for each of some fields."""

    weight: int
    fillings: tuple[_Filling, ...]


_Ways = dict[Held, list[_Way]]
"""The lightest ways, by how many checkers more than it should each side then has."""
_EVEN = (0, 0)


def held_by(counts: Sequence[int]) -> tuple[Held, ...]:
    """What the fields of a position hold."""
    return tuple(on_field(count, field) for field, count in enumerate(counts))


def filled(counts: Sequence[int], seen: Seen, pips: int) -> list[Filled]:
    """The likeliest boards that agree with what is seen where these counts were expected.

    A field that may hold what was expected holds it, unless either side would have a checker too
    many or too few: then a lone checker may have given way to one of the mover's, and a field of
    which the number is not known may hold more or fewer.
    """
    expected = held_by(counts)
    astray = [at for at, held in enumerate(expected) if apart(seen[at], *held)]
    kept = _kept(astray)
    fields, ways = astray, {_EVEN: [_Way(0, ())]}
    for at in astray:
        ways = _onward(ways, _fillings(at, expected[at], seen[at], 0), kept)
    wrong = min(max(map(abs, sums)) for sums in ways)
    for most in (wrong, wrong + 1) if _may_be_whole(seen) else (wrong,):
        if _EVEN not in ways and (more := _evened(astray, expected, seen, most))[1]:
            fields, ways = more
    return sorted(_board(expected, fields, way, pips) for way in _lightest(ways))


def _may_be_whole(seen: Seen) -> bool:
    """Whether there may be as many checkers as there should be."""
    return sum(at.low for at in seen) <= 2 * CHECKERS <= sum(at.high for at in seen)


def _evened(
    astray: list[int], expected: Sequence[Held], seen: Seen, wrong: int
) -> tuple[list[int], _Ways]:
    """The fields, and the ways if any, with what so many more may be hidden or hit elsewhere."""
    kept = _kept(astray)
    ways: _Ways = {_EVEN: [_Way(0, ())]}
    for at in astray:
        ways = _onward(ways, _fillings(at, expected[at], seen[at], wrong), kept)
    ways = {sums: some for sums, some in ways.items() if max(map(abs, sums)) <= wrong}
    instead = {
        at: _instead(at, expected[at], seen[at], min(wrong, CHECKERS))
        for at in range(len(expected))
        if at not in astray
    }
    open_fields = [at for at, fillings in instead.items() if len(fillings) > 1]
    kept = min(kept, _kept(open_fields))
    for at in open_fields:
        ways = _onward(ways, instead[at], kept, wrong)
    return [*astray, *open_fields], ways


def _kept(fields: Sequence[int]) -> int:
    """How many ways to come to the same numbers are followed through so many fields."""
    return max(1, min(MOST_KEPT, ALL_KEPT // max(len(fields), 1)))


def _onward(ways: _Ways, fillings: Sequence[_Filling], kept: int, most: int = ANY_NUMBER) -> _Ways:
    """Each way, carried on by each of the fillings of one more field.

    None that gives a side more than so many checkers too many, or too few, is followed.
    """
    onward: _Ways = {}
    for (mine, theirs), so_far in ways.items():
        for filling in fillings:
            sums = (mine + filling.mine, theirs + filling.theirs)
            if -most <= sums[0] <= most and -most <= sums[1] <= most:
                onward.setdefault(sums, []).extend(
                    [_Way(way.weight + filling.weight, (*way.fillings, filling)) for way in so_far]
                )
    if len(onward) > MOST_SUMS:
        onward = dict(sorted(onward.items(), key=_unlikely)[:MOST_SUMS])
    return {sums: sorted(found)[:kept] for sums, found in onward.items()}


def _unlikely(ways: tuple[Held, list[_Way]]) -> int:
    """How little hope there is that the lightest of some ways comes out even."""
    (mine, theirs), found = ways
    return min(found).weight + MOVERS * abs(mine) + OTHERS * abs(theirs)


def _lightest(ways: _Ways) -> list[_Way]:
    """The lightest way, and those that are nearly as light."""
    found = sorted(
        _Way(way.weight + LOST * (abs(mine) + abs(theirs)), way.fillings)
        for (mine, theirs), some in ways.items()
        for way in some
    )
    return [way for way in found if way.weight <= found[0].weight + ALTERNATIVES]


def _board(expected: Sequence[Held], fields: Iterable[int], way: _Way, pips: int) -> Filled:
    """The board with what was expected, but for these fields."""
    held, gone = list(expected), 0
    for at, (_, mine, theirs) in zip(fields, way.fillings, strict=True):
        held[at] = (held[at][0] + mine, held[at][1] + theirs)
        gone -= mine * (OFF if at == MOVER_OFF else at + 1)
    unlikely = UNLIKELY if gone < 0 or gone > pips else 0
    return Filled(way.weight + unlikely, tuple(held))


@lru_cache(maxsize=4096)
def _fillings(at: int, expected: Held, seen: Range, more: int) -> tuple[_Filling, ...]:
    """The ways a field can differ from what was expected there, by few checkers or some more.

    Besides, one of the mover's may have taken the place of all the others that lay there.
    """
    changes = {held: _change(expected, held) for held in _allowed(at, seen)}
    most = min(changes.values(), default=0)
    return tuple(
        _filling(at, expected, held)
        for held in changes
        if changes[held] <= most + more * (not all(held)) or (held == (1, 0) and expected[1])
    ) or (_Filling(0, 0, 0),)


@lru_cache(maxsize=4096)
def _instead(at: int, expected: Held, seen: Range, most: int) -> tuple[_Filling, ...]:
    """What was expected on a field, and what may lie there as well: as hidden, or hit."""
    mine, theirs = expected
    return tuple(
        _filling(at, expected, held)
        for held in _allowed(at, seen)
        if (_change(expected, held) <= most and (held[1] == theirs or mine == held[0] == 0))
        or (held == (1, 0) and expected == (0, 1))
    )


def _allowed(at: int, seen: Range) -> Iterator[Held]:
    """What a field may hold, no more of either side than it has and one too many."""
    most = max(CHECKERS + 1, seen.low)
    most_mine = 0 if at in (OTHER_BAR, OTHER_OFF) else min(seen.mine_high, most)
    most_theirs = 0 if at in (MOVER_BAR, MOVER_OFF) else min(seen.theirs_high, most)
    for mine in range(seen.mine_low, most_mine + 1):
        fewest = max(seen.theirs_low, seen.low - mine)
        for theirs in range(fewest, min(most_theirs, seen.high - mine) + 1):
            yield mine, theirs


def _change(one: Held, two: Held) -> int:
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def _filling(at: int, expected: Held, held: Held) -> _Filling:
    mine, theirs = held[0] - expected[0], held[1] - expected[1]
    is_hit = at < POINTS and mine > 0 and theirs < 0 and not held[1]
    weight = MOVERS * abs(mine) + (0 if is_hit else OTHERS * abs(theirs))
    return _Filling(weight + SHARED * all(held), mine, theirs)
