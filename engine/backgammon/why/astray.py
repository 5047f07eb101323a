"""Checkers that are not where they should be, and what is wrong with that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from engine.backgammon.places import BAR, OFF
from engine.backgammon.position import Setup
from engine.backgammon.sides import Side
from engine.backgammon.why.reasons import Reason, Why

SideCounts = Sequence[int]
"""26 counts of one side in its own numbering, as in a Setup."""
Places = tuple[int, ...]
"""Places of one side in its own numbering, each as often as there are checkers."""
Move = tuple[int, int]
"""Where a stray checker was expected, and where it was found."""

ERROR = 2
"""What an ordinary error weighs; whatever makes it less likely adds one."""
MOST_PAIRED = 4
"""Up to so many stray checkers are paired with where they went in the best of all ways."""


@dataclass(frozen=True, slots=True)
class Astray:
    """The places of one side that lack a checker, and those with one too many."""

    lacking: Places
    extra: Places

    @classmethod
    def between(cls, expected: SideCounts, found: SideCounts) -> Astray:
        """What is astray where one arrangement was expected and another was found."""
        lacking: list[int] = []
        extra: list[int] = []
        for place in range(BAR, OFF - 1, -1):
            if surplus := found[place] - expected[place]:
                lacking += [place] * -surplus
                extra += [place] * surplus
        return cls(tuple(lacking), tuple(extra))

    def besides(self, moves: Iterable[Move]) -> Astray:
        """What is still astray when these moves have been told."""
        sources, targets = Counter[int](), Counter[int]()
        for source, target in moves:
            sources[source] += 1
            targets[target] += 1
        lacking, extra = Counter(self.lacking) - sources, Counter(self.extra) - targets
        return Astray(tuple(lacking.elements()), tuple(extra.elements()))


@dataclass(frozen=True, slots=True)
class Account:
    """One way to tell how a board came about: the errors it takes, weighed, and the reasons."""

    weight: int = 0
    reasons: tuple[Reason, ...] = ()
    played: int = 0
    """How many numbers it takes for well played."""

    @property
    def cost(self) -> int:
        """Of two accounts the better costs less: by weight, then numbers played, then rank."""
        rank = sum(reason.why.rank for reason in self.reasons)
        return (1000 * self.weight + self.played) * 1000 + rank

    def __add__(self, more: Account) -> Account:
        return Account(
            self.weight + more.weight, self.reasons + more.reasons, self.played + more.played
        )


Judge = Callable[[int, int], Account]
"""What is wrong with a checker of the mover having gone from one place to another."""


def account_of_both_sides(before: Setup, expected: Setup, board: Setup, judge: Judge) -> Account:
    """What is wrong with a board where another one was expected."""
    astray = Astray.between(expected.mover, board.mover)
    moves = _moves(astray, judge)
    account = sum((judge(*move) for move in moves), Account())
    account += _wrong_number(Side.MOVER, astray.besides(moves))
    hit = [point for point in range(1, BAR) if before.other[point] > expected.other[point]]
    others = _sent_away(expected.other, moves, board.other)
    return account + _account_of_other_side(others, hit, board.other)


def _moves(astray: Astray, judge: Judge) -> tuple[Move, ...]:
    """Where the stray checkers went, told in the way that costs least."""
    lacking, extra = astray.lacking, astray.extra
    many = min(len(lacking), len(extra))
    if not many or max(len(lacking), len(extra)) > MOST_PAIRED:
        return tuple(zip(lacking[:many], extra[:many], strict=True))
    if len(lacking) > many:
        ways = (tuple(zip(way, extra, strict=True)) for way in permutations(lacking, many))
    else:
        ways = (tuple(zip(lacking, way, strict=True)) for way in permutations(extra, many))
    cost = {move: judge(*move).cost for move in set(product(lacking, extra))}
    return min(ways, key=lambda moves: sum(cost[move] for move in moves))


def _sent_away(other: SideCounts, moves: Iterable[Move], found: SideCounts) -> SideCounts:
    """The other side's checkers, those on the bar that wrong moves may have sent there.

    They are no error of their own: they come back when the move is put right.
    """
    after = list(other)
    for point in (BAR - target for _, target in moves if OFF < target < BAR):
        sent = min(after[point] - found[point], found[BAR] - after[BAR])
        if sent > 0:
            after[point] -= sent
            after[BAR] += sent
    return after


def _account_of_other_side(expected: SideCounts, hit: Sequence[int], found: SideCounts) -> Account:
    """What is wrong with the other side's checkers, of which those on some points were hit."""
    astray = Astray.between(expected, found)
    not_on_bar = min(astray.lacking.count(BAR), len(hit))
    kept_first = sorted(astray.extra, key=lambda place: (place not in hit, place != OFF))
    astray = Astray(astray.lacking[not_on_bar:], tuple(kept_first[not_on_bar:]))
    moves = tuple(zip(astray.lacking, astray.extra, strict=False))
    reasons = [
        Reason(Why.OPPONENTS_CHECKER_MOVED, Side.OTHER, source, target)
        for source, target in (_as_seen(Side.OTHER, move) for move in moves)
    ]
    if not_on_bar:
        points = _as_seen(Side.OTHER, [point for point in hit if found[point]] or hit)
        why = Why.HIT_CHECKER_NOT_ON_BAR
        reasons.append(Reason(why, Side.OTHER, points=points, count=not_on_bar))
    seen_unhit = sum(target in hit for _, target in moves)
    account = Account(ERROR * (not_on_bar + len(moves)) + seen_unhit, tuple(reasons))
    return account + _wrong_number(Side.OTHER, astray.besides(moves))


def _wrong_number(side: Side, astray: Astray) -> Account:
    """That a side has too few checkers or too many, where, and how many."""
    kinds = ((Why.CHECKERS_MISSING, astray.lacking), (Why.CHECKERS_TOO_MANY, astray.extra))
    reasons = tuple(
        Reason(why, side, points=_as_seen(side, places), count=len(places))
        for why, places in kinds
        if places
    )
    return Account(ERROR * sum(reason.count for reason in reasons), reasons)


def _as_seen(side: Side, places: Iterable[int]) -> Places:
    """A side's own places as the mover counts them; the bar and the tray keep their numbers."""
    if side is Side.MOVER:
        return tuple(places)
    return tuple(BAR - place if OFF < place < BAR else place for place in places)
