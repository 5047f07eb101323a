"""The guidance of hands that have put checkers down in passing, where no legal play leaves them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.backgammon.moves.plays import Counts, PlayNode
from engine.backgammon.moves.steps import BLOT
from engine.backgammon.position import OTHER_BAR, OTHER_OFF, POINTS, Position
from hardware.checkers import Colour
from referee.explanations import Explanation
from referee.observed_board import (
    ALL_CHECKERS,
    BoardChart,
    allow_in_hand,
    forgive_extra,
    total_gap,
)
from referee.play_tracker import (
    FEW_IN_HAND,
    MAX_IN_HAND,
    choose_start,
    find_explanations,
    find_unseen_places,
    find_with_full_hands,
    gap_of,
    guide_from,
)
from referee.verdicts import OnTheWay

MAX_ASTRAY = 2
"""The largest number of checkers that two hands put down in passing."""
MAX_HIT_ASIDE = 2
"""The largest number of hit checkers that lie aside besides."""
MORE_IN_HAND = 4
"""The largest number of checkers of whole piles in hand beside those of unfinished steps."""
NO_GUIDANCE = OnTheWay((), ())
"""The guidance while a sensor reports a checker too many: it may be touched by two switches."""


@dataclass(frozen=True, slots=True)
class Hesitation:
    """The guidance of hands that go on."""

    guidance: OnTheWay
    may_last: bool = False
    """True if players leave checkers like this for a while.

    A hit one may be in a hand or laid aside, or some may stand on one stack to be distributed.
    """


def guide_hands(
    root: PlayNode, seen: BoardChart, mover: Colour, known: tuple[PlayNode, ...] = ()
) -> Hesitation | None:
    """Takes a few checkers of an unexplained board to be in hand, if that leads to a legal play.

    None if no legal play can follow when they are lifted again, or if only a checker of the other
    side can have come to where one is too many: nobody touches points with those, but a player may
    straighten his pile. `known` are the boards at the last empty hands.
    """
    if total_gap(seen, root.counts).missing > MAX_IN_HAND:
        return None
    left = _others_left(root.counts, seen)
    straightened = _never_hit(root, left) if left else left
    found = _guide(root, seen, mover, known, left, straightened)
    if found or straightened == left:
        return found
    # A checker that could have been hit may be one that its owner straightens.
    return _guide(root, seen, mover, known, left, left)


def _guide(
    root: PlayNode,
    seen: BoardChart,
    mover: Colour,
    known: tuple[PlayNode, ...],
    left: list[int],
    straightened: list[int],
) -> Hesitation | None:
    """The guidance if the other side's checkers from some of the fields that they left are held."""
    if straightened:
        seen = _put_back(straightened, root.counts, seen)
        left = [field for field in left if field not in straightened]
    # Mostly the last board with empty hands leads on, and the search from there is short.
    began = known[0] if len(known) == 1 else root
    lifted = _LiftedBoard.of(seen, known or (root,), left)
    least, few = lifted.search(began)
    if least > 1 and began is not root:
        began, lifted = root, _LiftedBoard.of(seen, (root,), left)
        least, few = lifted.search(root)
    if not few:
        return None
    nearest = [one for one in few if one.in_hand >= least]
    if not nearest:
        return None if straightened else Hesitation(NO_GUIDANCE)
    start = choose_start(nearest, known)
    further = few if start.node is began else lifted.search(start.node)[1]
    way = guide_from(start, further or few, lifted.chart, mover)
    in_hand = way.in_hand - least
    may_last = left or in_hand >= FEW_IN_HAND or any(_may_last(one, root, seen) for one in few)
    if not may_last and began is not root and _may_have_hit(root, seen):
        # The nearest board need not be the one that is meant: a hit may be further back.
        _, ways = _LiftedBoard.of(seen, (root,), left).search(root)
        may_last = any(_may_last(one, root, seen) for one in ways)
    return Hesitation(replace(way, in_hand=in_hand), bool(may_last))


@dataclass(frozen=True, slots=True)
class _LiftedBoard:
    """The observed board if some of its checkers only touch in passing, and count as lifted."""

    seen: BoardChart
    starts: tuple[PlayNode, ...]
    """The boards from which the checkers in hands may have been lifted."""
    left: list[int]
    """The fields that checkers of the other side have left."""
    fields: list[int]
    """The fields with more checkers than on some of the starts."""
    chart: BoardChart
    """The observed board if some checkers on these fields need not belong there."""

    @classmethod
    def of(cls, seen: BoardChart, starts: tuple[PlayNode, ...], left: list[int]) -> _LiftedBoard:
        """The observed board with the fields that have more checkers than on some of these."""
        boards = [one.counts for one in starts]
        fields = [at for at, it in enumerate(seen) if any(it.extra[one[at]] for one in boards)]
        chart = list(seen)
        for at in fields:
            chart[at] = forgive_extra(seen[at], at, MAX_ASTRAY)
        return cls(seen, starts, left, fields, tuple(chart))

    def search(self, node: PlayNode) -> tuple[int, list[Explanation]]:
        """The fewest checkers astray on boards from this one on, and the explanations by those."""
        least, few = self._nearest_of(find_explanations(node, self.chart))
        astray = 0
        while not few and astray < MAX_ASTRAY + MAX_HIT_ASIDE:
            astray += 1
            found = find_with_full_hands(node, self.seen, self.starts, astray=astray)
            least, few = self._nearest_of(found)
        if not few:
            least, few = self._nearest_of(find_explanations(node, self.chart, MORE_IN_HAND))
        return least, few

    def _nearest_of(self, found: list[Explanation]) -> tuple[int, list[Explanation]]:
        ours = [one for one in found if not _lacks_others(one, self.left)] if self.left else found
        astray = [(_count_astray(one, self.fields, self.seen), one) for one in ours]
        near = [it for it in astray if it[0] <= MAX_ASTRAY or it[0] <= self._most_astray(it[1])]
        least = min((many for many, _ in near), default=ALL_CHECKERS)
        return least, [one for many, one in near if many == least]

    def _most_astray(self, explanation: Explanation) -> int:
        """The largest number of checkers astray, with those hit that may be laid aside."""
        hit = gap_of(explanation, OTHER_BAR, self.seen).missing
        return MAX_ASTRAY + min(hit, MAX_HIT_ASIDE)


def _may_last(one: Explanation, root: PlayNode, seen: BoardChart) -> bool:
    """True if a hit checker is not on the bar, or too many checkers are where one has arrived."""
    if one.late or gap_of(one, OTHER_BAR, seen).missing:
        return True
    before, now = root.counts, one.node.counts
    arrived = (at for at, count in enumerate(now) if count > max(before[at], 0))
    return any(gap_of(one, at, seen).extra for at in arrived)


def _may_have_hit(root: PlayNode, seen: BoardChart) -> bool:
    """True if a checker of the mover may lie where one of the other side could be hit."""
    return any(
        there.seen.mine_high
        for there, count in zip(seen, root.counts[:POINTS], strict=False)
        if count == BLOT
    )


def _count_astray(explanation: Explanation, fields: list[int], seen: BoardChart) -> int:
    """The number of observed checkers on these fields that the explaining board does not have."""
    if explanation.late:
        return sum(gap_of(explanation, field, seen).extra for field in fields)
    counts = explanation.node.counts
    return sum([seen[field].extra[counts[field]] for field in fields])


def _others_left(counts: Counts, seen: BoardChart) -> list[int]:
    """The points and the tray from which a checker of the other side is missing."""
    return [
        field
        for field, count in enumerate(counts)
        if (count < 0 or field == OTHER_OFF) and seen[field].missing[count]
    ]


def _lacks_others(explanation: Explanation, left: list[int]) -> bool:
    """True if one of these places is not hit in any play, so that a checker left it for nothing."""
    node = explanation.node
    unhit = [field for field in left if node.counts[field] < 0 or field == OTHER_OFF]
    return bool(unhit and _never_hit(node, unhit))


def _never_hit(node: PlayNode, fields: list[int]) -> list[int]:
    """Those of these fields that no play from this board on hits."""
    ahead = {step.target - 1 for after in node.walk() for step in after.next if step.hits}
    return [field for field in fields if field not in ahead]


def _put_back(fields: list[int], counts: Counts, seen: BoardChart) -> BoardChart:
    """The observed board if the other side's checkers missing from these fields are in a hand."""
    chart = list(seen)
    for field in fields:
        chart[field] = allow_in_hand(seen[field], field, abs(counts[field]))
    return tuple(chart)


def guide_hands_at_rest(position: Position, seen: BoardChart, mover: Colour) -> Hesitation | None:
    """Guides hands on a board where nothing is to be moved, as `guide_hands` in a turn."""
    if total_gap(seen, position.counts).missing > MAX_IN_HAND:
        return None
    left = _others_left(position.counts, seen)
    seen = _put_back(left, position.counts, seen) if left else seen
    missing, extra = total_gap(seen, position.counts)
    if extra > MAX_ASTRAY or (left and extra > missing):
        return None
    if extra > missing:
        return Hesitation(NO_GUIDANCE)
    lifted = find_unseen_places(position, seen, mover)
    return Hesitation(OnTheWay(lifted, (), missing - extra))
