"""The kinds of broken rules, and the cheapest diagnosis of displaced checkers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import permutations, product

from engine.backgammon.position import BAR, OFF, Setup
from engine.sides import Side


class ReasonKind(Enum):
    """The kinds of broken rules, in the order in which they are most useful to a player."""

    PLAYED_BY_OTHER_SIDE = "played_by_other_side"
    """The other side has played the mover's throw."""
    TURN_IS_OVER = "turn_is_over"
    """The other side has moved again after its turn, which stands as it was recorded."""
    MOVED_BEFORE_THROW = "moved_before_throw"
    HIT_CHECKER_NOT_ON_BAR = "hit_checker_not_on_bar"
    CHECKERS_TOO_MANY = "checkers_too_many"
    CHECKERS_MISSING = "checkers_missing"
    OPPONENTS_CHECKER_MOVED = "opponents_checker_moved"
    ENTERED_AT_HOME = "entered_at_home"
    """A checker from the bar has entered in the mover's own home."""
    STILL_ON_BAR = "still_on_bar"
    WRONG_DIRECTION = "wrong_direction"
    POINT_BLOCKED = "point_blocked"
    NOT_ALL_HOME = "not_all_home"
    CHECKER_BEHIND = "checker_behind"
    NO_DIE = "no_die"
    LARGER_DIE = "larger_die"
    BOTH_DICE = "both_dice"
    MORE_OF_DOUBLE = "more_of_double"
    NUMBER_PLAYABLE = "number_playable"

    @property
    def rank(self) -> int:
        """The usefulness of a reason; 0 is the most useful."""
        return _RANKS[self]


_RANKS = {kind: rank for rank, kind in enumerate(ReasonKind)}


@dataclass(frozen=True, slots=True)
class Reason:
    """One broken rule with its details; fields that do not apply are empty."""

    why: ReasonKind
    side: Side = Side.MOVER
    """The owner of the checkers concerned."""
    source: int | None = None
    """The place that the checker left.

    Points are 1 to 24 in the mover's numbering; 25 is the bar and 0 the tray of that side.
    """
    target: int | None = None
    """The place where the checker was put."""
    points: tuple[int, ...] = ()
    """The places that block the move, or that are wrong."""
    count: int = 0
    """The number of checkers, or the number of dice numbers played."""
    numbers: tuple[int, ...] = ()
    """The dice numbers concerned."""
    others: int = 0
    """The number of other checkers that made the same move."""


SideCounts = Sequence[int]
"""26 counts of one side in its own numbering, as in a Setup."""
Places = tuple[int, ...]
"""Places of one side in its own numbering, each as often as there are checkers."""
PlacePair = tuple[int, int]
"""The place where a displaced checker was expected, and the place where it was found."""

ERROR = 2
"""The weight of an ordinary error; each circumstance that makes it less likely adds one."""
MAX_PAIRED = 4
"""The largest number of displaced checkers for which all pairings with places are compared."""


@dataclass(frozen=True, slots=True)
class DisplacedCheckers:
    """The places of one side that lack a checker, and those that have one too many."""

    lacking: Places
    extra: Places

    @classmethod
    def between(cls, expected: SideCounts, found: SideCounts) -> DisplacedCheckers:
        """The difference between the expected counts and those found."""
        lacking: list[int] = []
        extra: list[int] = []
        for place in range(BAR, OFF - 1, -1):
            if surplus := found[place] - expected[place]:
                lacking += [place] * -surplus
                extra += [place] * surplus
        return cls(tuple(lacking), tuple(extra))

    def without(self, moves: Iterable[PlacePair]) -> DisplacedCheckers:
        """The displaced checkers that these moves do not account for."""
        sources, targets = Counter[int](), Counter[int]()
        for source, target in moves:
            sources[source] += 1
            targets[target] += 1
        lacking, extra = Counter(self.lacking) - sources, Counter(self.extra) - targets
        return DisplacedCheckers(tuple(lacking.elements()), tuple(extra.elements()))


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One explanation of a board by errors of a player: their weight, and the reasons."""

    weight: int = 0
    reasons: tuple[Reason, ...] = ()
    played: int = 0
    """The number of dice numbers that are assumed to be legally played."""

    @property
    def cost(self) -> int:
        """The cost by which diagnoses are compared: weight, then numbers played, then rank.

        As one number, unlike a tuple, it can be added up over the moves of a pairing.
        """
        rank = sum(reason.why.rank for reason in self.reasons)
        return (1000 * self.weight + self.played) * 1000 + rank

    def __add__(self, more: Diagnosis) -> Diagnosis:
        weight, played = self.weight + more.weight, self.played + more.played
        return Diagnosis(weight, self.reasons + more.reasons, played)


MoveJudge = Callable[[int, int], Diagnosis]
"""Gives the diagnosis of a checker of the mover that went from one place to another."""


def diagnose_both_sides(
    before: Setup, expected: Setup, board: Setup, judge: MoveJudge
) -> Diagnosis:
    """The diagnosis of a board where another one was expected."""
    displaced = DisplacedCheckers.between(expected.mover, board.mover)
    moves = _cheapest_pairing(displaced, judge)
    diagnosis = sum((judge(*move) for move in moves), Diagnosis())
    diagnosis += _diagnose_number(Side.MOVER, displaced.without(moves))
    hit = [point for point in range(1, BAR) if before.other[point] > expected.other[point]]
    others = _after_hits(expected.other, moves, board.other)
    return diagnosis + _diagnose_other_side(others, hit, board.other)


def _cheapest_pairing(displaced: DisplacedCheckers, judge: MoveJudge) -> tuple[PlacePair, ...]:
    """The pairing of displaced checkers with the places they went to that costs least."""
    lacking, extra = displaced.lacking, displaced.extra
    pairs = min(len(lacking), len(extra))
    if not pairs or max(len(lacking), len(extra)) > MAX_PAIRED:
        return tuple(zip(lacking[:pairs], extra[:pairs], strict=True))
    if len(lacking) > pairs:
        ways = (tuple(zip(way, extra, strict=True)) for way in permutations(lacking, pairs))
    else:
        ways = (tuple(zip(lacking, way, strict=True)) for way in permutations(extra, pairs))
    cost = {move: judge(*move).cost for move in set(product(lacking, extra))}
    return min(ways, key=lambda moves: sum(cost[move] for move in moves))


def _after_hits(other: SideCounts, moves: Iterable[PlacePair], found: SideCounts) -> SideCounts:
    """The other side's expected counts after hits by wrong moves, which are undone with them."""
    after = list(other)
    for point in (BAR - target for _, target in moves if OFF < target < BAR):
        sent = min(after[point] - found[point], found[BAR] - after[BAR])
        if sent > 0:
            after[point] -= sent
            after[BAR] += sent
    return after


def _diagnose_other_side(expected: SideCounts, hit: Sequence[int], found: SideCounts) -> Diagnosis:
    """The diagnosis of the other side's checkers; `hit` holds the points where some were hit."""
    displaced = DisplacedCheckers.between(expected, found)
    not_on_bar = min(displaced.lacking.count(BAR), len(hit))
    kept_first = sorted(displaced.extra, key=lambda place: (place not in hit, place != OFF))
    displaced = DisplacedCheckers(displaced.lacking[not_on_bar:], tuple(kept_first[not_on_bar:]))
    moves = tuple(zip(displaced.lacking, displaced.extra, strict=False))
    reasons = [
        Reason(ReasonKind.OPPONENTS_CHECKER_MOVED, Side.OTHER, source, target)
        for source, target in (_in_movers_numbering(Side.OTHER, move) for move in moves)
    ]
    if not_on_bar:
        seen = [point for point in hit if found[point]]
        points = _in_movers_numbering(Side.OTHER, seen if len(seen) >= not_on_bar else hit)
        kind = ReasonKind.HIT_CHECKER_NOT_ON_BAR
        reasons.append(Reason(kind, Side.OTHER, points=points, count=not_on_bar))
    seen_unhit = sum(target in hit for _, target in moves)
    diagnosis = Diagnosis(ERROR * (not_on_bar + len(moves)) + seen_unhit, tuple(reasons))
    return diagnosis + _diagnose_number(Side.OTHER, displaced.without(moves))


def _diagnose_number(side: Side, displaced: DisplacedCheckers) -> Diagnosis:
    """The diagnosis of a side's missing and surplus checkers, with places and numbers."""
    missing, surplus = ReasonKind.CHECKERS_MISSING, ReasonKind.CHECKERS_TOO_MANY
    kinds = ((missing, displaced.lacking), (surplus, displaced.extra))
    reasons = tuple(
        Reason(kind, side, points=_in_movers_numbering(side, places), count=len(places))
        for kind, places in kinds
        if places
    )
    return Diagnosis(ERROR * sum(reason.count for reason in reasons), reasons)


def _in_movers_numbering(side: Side, places: Iterable[int]) -> Places:
    """A side's own places in the mover's numbering; the bar and the tray keep their numbers."""
    if side is Side.MOVER:
        return tuple(places)
    return tuple(BAR - place if OFF < place < BAR else place for place in places)
