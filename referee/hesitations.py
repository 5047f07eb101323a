"""The guidance of hands that have put checkers down in passing, where no legal play leaves them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.backgammon.moves.plays import Counts, PlayNode
from engine.backgammon.position import OTHER_BAR, OTHER_OFF, Position
from hardware.checkers import Colour
from referee.explanations import Explanation
from referee.observed_board import ALL_CHECKERS, BoardChart, forgive_extra, total_gap
from referee.play_tracker import (
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
NO_GUIDANCE = OnTheWay((), ())
"""The guidance while a sensor reports a checker too many: it may be touched by two switches."""


@dataclass(frozen=True, slots=True)
class Hesitation:
    """The guidance of hands that go on."""

    guidance: OnTheWay
    has_hit_aside: bool = False
    """True if a hit checker may be in a hand or laid aside, which players do for a while."""


def guide_hands(
    root: PlayNode, seen: BoardChart, mover: Colour, known: tuple[PlayNode, ...] = ()
) -> Hesitation | None:
    """Takes a few checkers of an unexplained board to be in hand, if that leads to a legal play.

    None if no legal play can follow when they are lifted again, or if a checker of the other side
    has left its place and is not hit: nobody touches points with those. `known` are the boards at
    the last empty hands.
    """
    fields = _surplus_fields(known or (root,), seen)
    lifted, left = _lift_from(fields, seen), _others_left(root.counts, seen)

    def search(node: PlayNode) -> tuple[int, list[Explanation]]:
        """The fewest checkers astray on boards from this one on, and the explanations by those."""
        found = find_explanations(node, lifted) or find_with_full_hands(node, lifted, known)
        ours = [one for one in found if not _lacks_others(one, left)] if left else found
        astray = [_count_astray(one, fields, seen) for one in ours]
        least = min(astray, default=ALL_CHECKERS)
        return least, [one for one, more in zip(ours, astray, strict=True) if more == least]

    # Mostly the last board with empty hands leads on, and the search from there is short.
    began = known[0] if len(known) == 1 else root
    least, few = search(began)
    if least > 1 and began is not root:
        began = root
        least, few = search(root)
    if least > MAX_ASTRAY:
        return None
    nearest = [one for one in few if one.in_hand >= least]
    if not nearest:
        return Hesitation(NO_GUIDANCE)
    start = choose_start(nearest, known)
    if start.node is not began:
        _, further = search(start.node)
        few = further or few
    way = guide_from(start, few, lifted, mover)
    aside = left or any(one.late or gap_of(one, OTHER_BAR, seen).missing for one in few)
    return Hesitation(replace(way, in_hand=way.in_hand - least), bool(aside))


def _surplus_fields(starts: Sequence[PlayNode], seen: BoardChart) -> list[int]:
    """The fields with more checkers than on some of these boards."""
    boards = [one.counts for one in starts]
    return [at for at, there in enumerate(seen) if any(there.extra[one[at]] for one in boards)]


def _lift_from(fields: list[int], seen: BoardChart) -> BoardChart:
    """The observed board if some checkers on these fields need not belong there."""
    chart = list(seen)
    for field in fields:
        chart[field] = forgive_extra(seen[field], field, MAX_ASTRAY)
    return tuple(chart)


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
    unhit = {field for field in left if node.counts[field] < 0 or field == OTHER_OFF}
    if not unhit:
        return False
    ahead = {step.target - 1 for after in node.walk() for step in after.next if step.hits}
    return not unhit <= ahead


def guide_hands_at_rest(position: Position, seen: BoardChart, mover: Colour) -> Hesitation | None:
    """Guides hands on a board where nothing is to be moved, as `guide_hands` in a turn."""
    missing, extra = total_gap(seen, position.counts)
    if extra > MAX_ASTRAY or _others_left(position.counts, seen):
        return None
    if extra > missing:
        return Hesitation(NO_GUIDANCE)
    lifted = find_unseen_places(position, seen, mover)
    return Hesitation(OnTheWay(lifted, (), missing - extra))
