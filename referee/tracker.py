"""Which boards on the way to a legal play explain what is seen, and what that makes of it.

A board explains what is seen if nothing lies where it has nothing, and if what it has and nobody
sees can be in people's hands. A checker just hit may still lie where it was. Steps are taken from
back to front only, which misses no board; so once a place has been passed nothing comes to it any
more, and a step is tried only where a checker can have left. Hence few boards are ever looked at.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.backgammon.moves.steps import BLOT, Step
from engine.backgammon.moves.tree import Node
from engine.backgammon.places import (
    BAR,
    FIELDS,
    MOVER_OFF,
    OFF,
    OTHER_BAR,
    OTHER_OFF,
    POINTS,
)
from engine.backgammon.position import Position, Setup
from hardware.checkers import Colour, Place
from referee.outlook import Chart, Gap, gap, total_gap
from referee.seating import PLACES
from referee.verdicts import Ambiguous, Complete, OnTheWay, Unchanged

MOST_IN_HAND = 4
"""So many checkers may be in people's hands while somebody moves."""

Explained = Unchanged | OnTheWay | Complete | Ambiguous
NOBODY: frozenset[int] = frozenset()


class Explanation(NamedTuple):
    """A board on the way that explains what is seen."""

    node: Node
    in_hand: int
    """How many of its checkers are not seen."""
    late: frozenset[int]
    """The points where a checker that was hit still lies, as fields."""
    early: bool = False
    """Whether a checker lies on the bar that is yet to be hit; the node is no board of the tree."""

    @property
    def is_end(self) -> bool:
        """Whether this is a legal play, and all its checkers have come down."""
        return not (self.node.playable or self.in_hand or self.late)


@dataclass(frozen=True, slots=True)
class Tracking:
    """What is seen, explained."""

    verdict: Explained
    ends: tuple[Position, ...] = ()
    """The legal plays that look just like this."""
    almost: tuple[Position, ...] = ()
    """Those that would, if one checker more were seen."""
    nodes: tuple[Node, ...] = ()
    """The boards on the way that look just like this, or that last did."""
    held: OnTheWay | None = None
    """What else it may be where the last checker of a play cannot be seen: that it is in hand."""
    nearest: Explanation | None = dataclasses.field(default=None, compare=False, repr=False)
    """The explanation with the fewest checkers in hand, but no checker that was lifted lies where
    it cannot be seen, unless that ends the play; None where nothing is to be moved."""
    come_down: tuple[Explanation, ...] = dataclasses.field(default=(), compare=False, repr=False)
    """The explanations with nothing in hand; none where nothing is to be moved."""


def track(root: Node, seen: Chart, mover: Colour, known: tuple[Node, ...] = ()) -> Tracking | None:
    """What a look at the board means, on the way from the root of the legal plays; None: astray.

    What is known is where the player last was with empty hands.
    """
    found = explanations(root, seen)
    if not found:
        return None
    ends = _positions(one for one in found if one.is_end)
    come_down = tuple(one for one in found if not one.in_hand)
    whole = tuple(one.node for one in come_down if not (one.late or one.early))
    almost = _positions(
        one for one in found if one.in_hand == 1 and not (one.node.playable or one.late)
    )
    if found[0].node is root and root.playable and not found[0].in_hand:
        verdict: Explained = Unchanged()
    elif ends:
        alone = len(ends) == 1
        verdict = Complete(ends[0]) if alone else Ambiguous(ends, differing(ends, mover))
    else:
        verdict = _on_the_way(found, seen, mover, known)
    lifted = [one for one in found if one.in_hand and one.node in known]
    still = tuple(one.node for one in lifted)
    held = _on_the_way(found, seen, mover, known) if ends and still else None
    nearest = lifted[0] if lifted and not ends else min(found, key=lambda one: one.in_hand)
    return Tracking(verdict, ends, almost, (*still, *whole) or known, held, nearest, come_down)


def rest(position: Position, seen: Chart, mover: Colour) -> Tracking | None:
    """What a look at the board means where nothing is to be moved; None: astray."""
    missing, extra = total_gap(seen, position.counts)
    if extra or missing > MOST_IN_HAND:
        return None
    if not missing:
        return Tracking(Unchanged())
    return Tracking(OnTheWay(unseen_at(position, seen, mover), (), missing))


def unseen_at(position: Position, seen: Chart, mover: Colour) -> tuple[Place, ...]:
    """Where a position has checkers that nobody sees."""
    return tuple(_places_missing(position.counts, NOBODY, seen, mover))


def explanations(root: Node, seen: Chart) -> list[Explanation]:
    """Every board on the way that explains what is seen, the root before all others."""
    found: list[Explanation] = []
    off = total_gap(seen, root.counts)
    if _may_explain(root, off):
        _follow(root, BAR, off, NOBODY, seen, found)
    return found


def as_seen(explanation: Explanation, seen: Chart) -> Setup:
    """The board of an explanation without the checkers that are in hand."""
    mine, theirs = [0] * FIELDS, [0] * FIELDS
    late = explanation.late
    for field in range(FIELDS):
        count = explanation.node.counts[field]
        missing = _gap_at(explanation.node.counts, field, late, seen).missing
        hit = len(late) if field == OTHER_BAR else 0
        if count > 0 and field not in (OTHER_BAR, OTHER_OFF):
            mine[field] = count - missing
        else:
            theirs[field] = abs(count) - hit - missing
        theirs[field] += field in late
    return Setup.of_fields(mine, theirs)


def _may_explain(node: Node, off: Gap) -> bool:
    """Whether this board, or one that follows, may come near enough to what is seen."""
    left = len(node.left) if node.next else 0
    return off.extra <= 2 * left and off.missing <= MOST_IN_HAND + 2 * left


def _follow(
    node: Node,
    last: int,
    off: Gap,
    late: frozenset[int],
    seen: Chart,
    found: list[Explanation],
) -> None:
    if not off.extra and off.missing <= MOST_IN_HAND:
        found.append(Explanation(node, off.missing, late))
    elif off.extra and node.next and (early := _hit_early(node, off, late, seen)):
        found.append(Explanation(early, off.missing - off.extra, late, early=True))
    for step, after in node.next.items():
        source = step.source
        if source <= last and _may_have_left(node.counts, source - 1, late, seen):
            for late_then in _late(step, after, late, seen) if step.hits else (late,):
                now = _off_after(node, step, after, (late, late_then), off, seen)
                if _may_explain(after, now):
                    _follow(after, source, now, late_then, seen, found)


def _may_have_left(counts: Sequence[int], field: int, late: frozenset[int], seen: Chart) -> bool:
    """Whether one checker less of the mover's on a field is no fewer than are seen."""
    there = seen[field]
    if field not in late:
        return not there.extra[counts[field] - 1]
    return not gap(there.seen, counts[field] - 1, 1).extra


def _late(step: Step, after: Node, late: frozenset[int], seen: Chart) -> tuple[frozenset[int], ...]:
    """Which hit checkers may still lie where they were after a step that hits."""
    most_on_bar = after.counts[OTHER_BAR] + len(after.left) - len(late)
    bar, there = seen[OTHER_BAR].seen, seen[step.target - 1].seen
    may_wait = most_on_bar > max(bar.theirs_low, bar.low) and there.theirs_high and there.high
    return (late, late | {step.target - 1}) if may_wait else (late,)


def _hit_early(node: Node, off: Gap, late: frozenset[int], seen: Chart) -> Node | None:
    """The board with those on the bar already that are yet to be hit, if that explains it."""
    on_bar = node.counts[OTHER_BAR] - len(late)
    if off.extra != seen[OTHER_BAR].extra[on_bar]:
        return None
    gone = [
        field
        for field, count in enumerate(node.counts[:POINTS])
        if count == BLOT and seen[field].missing[BLOT]
    ]
    if len(gone) < off.extra:
        return None
    ahead = {step.target - 1 for after in node.walk() for step in after.next if step.hits}
    hit = [field for field in gone if field in ahead][: off.extra]
    if len(hit) < off.extra or off.missing - off.extra > MOST_IN_HAND:
        return None
    counts = list(node.counts)
    for field in hit:
        counts[field] = 0
    counts[OTHER_BAR] += len(hit)
    return replace(node, counts=tuple(counts))


def _off_after(
    node: Node,
    step: Step,
    after: Node,
    late: tuple[frozenset[int], frozenset[int]],
    off: Gap,
    seen: Chart,
) -> Gap:
    """How far the board after a step is from what is seen."""
    target = MOVER_OFF if step.target == OFF else step.target - 1
    touched = (step.source - 1, target, OTHER_BAR) if step.hits else (step.source - 1, target)
    missing, extra = off
    if late[1]:
        for field in touched:
            was = _gap_at(node.counts, field, late[0], seen)
            now = _gap_at(after.counts, field, late[1], seen)
            missing += now.missing - was.missing
            extra += now.extra - was.extra
        return Gap(missing, extra)
    # The same without hit checkers on their way, several times as fast: nearly every look is such.
    before, then = node.counts, after.counts
    for field in touched:
        there, old, new = seen[field], before[field], then[field]
        missing += there.missing[new] - there.missing[old]
        extra += there.extra[new] - there.extra[old]
    return Gap(missing, extra)


def _gap_at(counts: Sequence[int], field: int, late: frozenset[int], seen: Chart) -> Gap:
    """How far a field is from what is seen, hit checkers still lying where they were."""
    there, count = seen[field], counts[field]
    if field == OTHER_BAR:
        count -= len(late)
    elif field in late:
        return gap(there.seen, max(count, 0), 1)
    return Gap(there.missing[count], there.extra[count])


def _on_the_way(
    found: Sequence[Explanation], seen: Chart, mover: Colour, known: tuple[Node, ...]
) -> OnTheWay:
    """Checkers are in hand, or a play is not finished: told from where the player last was."""
    start = next((one for one in found if one.node in known), None)
    if start:
        found = explanations(start.node, seen)
    else:
        start = max(found, key=lambda one: (len(one.node.left), -one.in_hand))
    lifted = _places_missing(start.node.counts, start.late, seen, mover)
    open_to = [set(_places_missing(one.node.counts, one.late, seen, mover)) for one in found]
    anywhere = set().union(*open_to, *(_hiding(start, one, mover) for one in found))
    other_bar = PLACES[mover][OTHER_BAR]
    if not all(other_bar in places for places in open_to):
        anywhere.discard(other_bar)
    reachable = tuple(place for place in PLACES[mover] if place in anywhere and place not in lifted)
    return OnTheWay(tuple(lifted), reachable, start.in_hand)


def _hiding(start: Explanation, one: Explanation, mover: Colour) -> list[Place]:
    """Where a checker that may be in hand may have come down unseen, as may any after it."""
    if one.in_hand >= start.in_hand:
        return []
    before, then = start.node.counts, one.node.counts
    own = (field for field in range(FIELDS) if field not in (OTHER_BAR, OTHER_OFF))
    places = PLACES[mover]
    return [places[field] for field in own if then[field] > max(before[field], 0)]


def _places_missing(
    counts: Sequence[int], late: frozenset[int], seen: Chart, mover: Colour
) -> list[Place]:
    """Where a board has checkers that nobody sees."""
    if late:
        fields = [field for field in range(FIELDS) if _gap_at(counts, field, late, seen).missing]
    else:
        fields = [
            field
            for field, (there, count) in enumerate(zip(seen, counts, strict=True))
            if there.missing[count]
        ]
    places = PLACES[mover]
    return [places[field] for field in fields]


def _positions(found: Iterable[Explanation]) -> tuple[Position, ...]:
    """Their positions, each once, in an order that does not depend on how they were found."""
    return tuple(Position.trusted(counts) for counts in sorted({one.node.counts for one in found}))


def differing(plays: Sequence[Position], mover: Colour) -> tuple[Place, ...]:
    """Where plays differ from one another."""
    columns = zip(*(play.counts for play in plays), strict=True)
    return tuple(
        place for place, column in zip(PLACES[mover], columns, strict=True) if len(set(column)) > 1
    )
