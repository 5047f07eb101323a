"""The guidance of hands that have put checkers down in passing, where no legal play leaves them."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.moves.plays import PlayNode
from engine.backgammon.position import FIELDS, OTHER_OFF, Position
from hardware.checkers import Colour
from referee.explanations import NONE_LATE, Explanation
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


def guide_hands(
    root: PlayNode, seen: BoardChart, mover: Colour, known: tuple[PlayNode, ...] = ()
) -> OnTheWay | None:
    """Takes a few checkers of an unexplained board to be in hand, if that leads to a legal play.

    None if no legal play can follow when they are lifted again, or if a checker of the other side
    has left its place: nobody touches points with those. `known` are the boards at the last empty
    hands.
    """
    starts = known or (root,)
    fields = [at for at, there in enumerate(seen) if any(there.extra[s.counts[at]] for s in starts)]
    chart = list(seen)
    for field in fields:
        chart[field] = forgive_extra(seen[field], field, MAX_ASTRAY)
    lifted = tuple(chart)

    def fewest(found: list[Explanation]) -> tuple[int, list[Explanation]]:
        """The fewest checkers astray, and the explanations by so few."""
        ours = [one for one in found if not _others_left(one, seen)]
        astray = [sum(gap_of(one, field, seen).extra for field in fields) for one in ours]
        least = min(astray, default=ALL_CHECKERS)
        return least, [one for one, more in zip(ours, astray, strict=True) if more == least]

    least, nearest = fewest(
        find_explanations(root, lifted) or find_with_full_hands(root, lifted, known)
    )
    if least > MAX_ASTRAY:
        return None
    nearest = [one for one in nearest if one.in_hand >= least]
    if not nearest:
        return NO_GUIDANCE
    start = choose_start(nearest, known)
    also_least, following = fewest(find_explanations(start.node, lifted))
    way = guide_from(start, following if also_least == least else nearest, lifted, mover)
    return replace(way, in_hand=way.in_hand - least)


def guide_hands_at_rest(position: Position, seen: BoardChart, mover: Colour) -> OnTheWay | None:
    """The same for a board where nothing is to be moved."""
    missing, extra = total_gap(seen, position.counts)
    board = Explanation(PlayNode(position.counts, (), 0, {}), missing, NONE_LATE)
    if extra > MAX_ASTRAY or _others_left(board, seen):
        return None
    if extra > missing:
        return NO_GUIDANCE
    return OnTheWay(find_unseen_places(position, seen, mover), (), missing - extra)


def _others_left(explanation: Explanation, seen: BoardChart) -> bool:
    """True if a checker of the other side is missing from its point or from its tray."""
    counts = explanation.node.counts
    fields = (field for field in range(FIELDS) if counts[field] < 0 or field == OTHER_OFF)
    return any(gap_of(explanation, field, seen).missing for field in fields)
