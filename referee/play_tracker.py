"""Finds the boards on the way to a legal play that explain the observed board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.backgammon.moves.plays import PlayNode
from engine.backgammon.moves.steps import BLOT, CheckerStep
from engine.backgammon.position import (
    BAR,
    CHECKERS,
    FIELDS,
    MOVER_OFF,
    OFF,
    OTHER_BAR,
    OTHER_OFF,
    POINTS,
    Position,
    Setup,
)
from hardware.checkers import Colour, Place
from referee.explanations import NONE_LATE, Explanation, Late, TrackedVerdict, Tracking
from referee.observed_board import (
    ALL_CHECKERS,
    BoardChart,
    FieldGap,
    field_gap,
    least_checkers,
    total_gap,
)
from referee.seating import PLACES_BY_FIELD
from referee.verdicts import Ambiguous, Complete, OnTheWay, Unchanged

MAX_IN_HAND = CHECKERS
"""The largest number of checkers that may be in players' hands during a play: whole piles."""
FEW_IN_HAND = 4
"""The largest number of checkers in hand with which every board on the way is looked for."""
MAX_LACKING = 4
"""The largest number of checkers that a nearly complete set-up lacks."""


def track_play(
    root: PlayNode,
    seen: BoardChart,
    mover: Colour,
    known: tuple[PlayNode, ...] = (),
    *,
    hands_away: bool = False,
) -> Tracking | None:
    """Tracks a play; `known` are the boards at the last empty hands. None if nothing explains.

    If the hands are seen to be away, a checker that may have come down is not taken to be in one.
    """
    found = find_explanations(root, seen)
    if not found:
        return _track_full_hands(root, seen, mover, known)
    ends = _positions(one for one in found if one.is_end)
    come_down = tuple(one for one in found if not one.in_hand)
    whole = tuple(one.node for one in come_down if not (one.late or one.early))
    nearly = (one for one in found if one.in_hand == 1 and not (one.node.playable or one.late))
    almost = _positions(nearly)
    rests = hands_away and bool(whole) and not ends
    known = whole if rests else known
    unchanged = found[0].node is root and root.playable and not found[0].in_hand
    if unchanged:
        verdict: TrackedVerdict = Unchanged()
    elif ends:
        alone = len(ends) == 1
        verdict = Complete(ends[0]) if alone else Ambiguous(ends, differing_places(ends, mover))
    else:
        verdict = OnTheWay((), ()) if rests else _on_the_way(found, seen, mover, known)
    lifted = [one for one in found if one.in_hand and one.node in known]
    still = tuple(one.node for one in lifted)
    held = _on_the_way(found, seen, mover, known) if ends and still else None
    may_be_held = lifted and not (ends or unchanged)
    nearest = lifted[0] if may_be_held else min(found, key=lambda one: one.in_hand)
    return Tracking(verdict, ends, almost, (*still, *whole) or known, held, nearest, come_down)


def track_rest(
    position: Position, seen: BoardChart, mover: Colour, most: int = MAX_IN_HAND
) -> Tracking | None:
    """Tracks a board where nothing is to be moved; None if that cannot explain what is observed.

    At most `most` checkers may be in hand.
    """
    missing, extra = total_gap(seen, position.counts)
    if extra or missing > most:
        return None
    if not missing:
        return Tracking(Unchanged())
    return Tracking(OnTheWay(find_unseen_places(position, seen, mover), (), missing))


def find_unseen_places(position: Position, seen: BoardChart, mover: Colour) -> tuple[Place, ...]:
    """The places where a position has checkers that are not observed."""
    return tuple(_places_missing(position.counts, NONE_LATE, seen, mover))


def find_explanations(root: PlayNode, seen: BoardChart, more: int = 0) -> list[Explanation]:
    """Every board on the way that explains the observed board, the root first.

    At most `more` checkers are in hand beyond a few.
    """
    found: list[Explanation] = []
    missing, extra = total_gap(seen, root.counts)
    gap = FieldGap(missing - more, extra)
    if _may_explain(root, gap):
        _search(root, BAR, gap, NONE_LATE, seen, found)
    return [one._replace(in_hand=one.in_hand + more) for one in found] if more else found


def _track_full_hands(
    root: PlayNode, seen: BoardChart, mover: Colour, known: tuple[PlayNode, ...]
) -> Tracking | None:
    """Tracks a play with many checkers in hand, by the boards that these may have come from."""
    found = find_with_full_hands(root, seen, known)
    if not found:
        return None
    nearest = min(found, key=lambda one: one.in_hand)
    lifted = _places_missing(nearest.node.counts, nearest.late, seen, mover)
    places = PLACES_BY_FIELD[mover]
    sources = frozenset(field + 1 for field, place in enumerate(places) if place in lifted)
    open_to = {places[field] for field in _open_fields(nearest.node, sources)}
    reachable = tuple(place for place in places if place in open_to.difference(lifted))
    verdict = OnTheWay(tuple(lifted), reachable, nearest.in_hand)
    return Tracking(verdict, nodes=known, nearest=nearest)


def _open_fields(node: PlayNode, sources: frozenset[int]) -> Iterator[int]:
    """Yields the fields where a checker from one of these sources may come down."""
    for step, after in node.next.items():
        if step.source in sources:
            yield MOVER_OFF if step.target == OFF else step.target - 1
            yield from _open_fields(after, frozenset((step.target,)))


def gap_of(explanation: Explanation, field: int, seen: BoardChart) -> FieldGap:
    """The difference of a field of an explaining board from the observed one."""
    return _gap_at(explanation.node.counts, field, explanation.late, seen)


def find_with_full_hands(
    root: PlayNode, seen: BoardChart, known: tuple[PlayNode, ...], *, astray: int = 0
) -> list[Explanation]:
    """The explanations by the fewest steps; any more would make the search of lifted piles long.

    At most `astray` observed checkers need not be explained. None are found if so few are in hand
    that `find_explanations` looks for every board.
    """
    if ALL_CHECKERS - least_checkers(seen) + astray <= FEW_IN_HAND:
        return []
    for start in (*known, root):
        found: list[Explanation] = []
        gap = total_gap(seen, start.counts)
        more = gap.extra - astray
        if more <= 2 * len(start.left):
            _search_arrivals(start, None, gap._replace(extra=more), NONE_LATE, seen, found)
        if found:
            return found
    return []


def _search_arrivals(
    node: PlayNode,
    moving: int | None,
    gap: FieldGap,
    late: Late,
    seen: BoardChart,
    found: list[Explanation],
) -> None:
    """Takes only steps that end at an observed checker; `moving` is the point of one on its way."""
    if gap.extra <= 0:
        if gap.missing <= MAX_IN_HAND:
            found.append(Explanation(node, gap.missing, late))
        return
    for step, after in node.next.items():
        on_its_way = moving in (None, step.source)
        if on_its_way and _may_have_left(node.counts, step.source - 1, late, seen):
            for late_then in _late_hits(step, after, late, seen) if step.hits else (late,):
                now = _gap_after(node, step, after, (late, late_then), gap, seen)
                stays = now.extra < gap.extra
                _search_arrivals(after, None if stays else step.target, now, late_then, seen, found)


def setup_without_hands(explanation: Explanation, seen: BoardChart) -> Setup:
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


def _may_explain(node: PlayNode, gap: FieldGap) -> bool:
    """True if this board, or one that follows, may come near enough to the observed board."""
    left = len(node.left) if node.next else 0
    return gap.extra <= 2 * left and gap.missing <= FEW_IN_HAND + 2 * left


def _search(
    node: PlayNode, last: int, gap: FieldGap, late: Late, seen: BoardChart, found: list[Explanation]
) -> None:
    if not gap.extra and gap.missing <= FEW_IN_HAND:
        found.append(Explanation(node, gap.missing, late))
    elif gap.extra and node.next and (early := _with_early_hits(node, gap, late, seen)):
        found.append(Explanation(early, gap.missing - gap.extra, late, early=True))
    for step, after in node.next.items():
        source = step.source
        if source <= last and _may_have_left(node.counts, source - 1, late, seen):
            for late_then in _late_hits(step, after, late, seen) if step.hits else (late,):
                now = _gap_after(node, step, after, (late, late_then), gap, seen)
                if _may_explain(after, now):
                    _search(after, source, now, late_then, seen, found)


def _may_have_left(counts: Sequence[int], field: int, late: Late, seen: BoardChart) -> bool:
    """True if a field may hold one checker of the mover less."""
    there = seen[field]
    if field not in late:
        return not there.extra[counts[field] - 1]
    return not field_gap(there.seen, counts[field] - 1, 1).extra


def _late_hits(
    step: CheckerStep, after: PlayNode, late: Late, seen: BoardChart
) -> tuple[Late, ...]:
    """The sets of hit checkers that may still lie in place after a step that hits."""
    most_on_bar = after.counts[OTHER_BAR] + len(after.left) - len(late)
    bar, there = seen[OTHER_BAR].seen, seen[step.target - 1].seen
    may_wait = most_on_bar > max(bar.theirs_low, bar.low) and there.theirs_high and there.high
    return (late, late | {step.target - 1}) if may_wait else (late,)


def _with_early_hits(
    node: PlayNode, gap: FieldGap, late: Late, seen: BoardChart
) -> PlayNode | None:
    """The board with checkers already on the bar that are yet to be hit, if that explains it."""
    on_bar = node.counts[OTHER_BAR] - len(late)
    if gap.extra != seen[OTHER_BAR].extra[on_bar]:
        return None
    blots = [field for field, count in enumerate(node.counts[:POINTS]) if count == BLOT]
    gone = [field for field in blots if seen[field].missing[BLOT]]
    if len(gone) < gap.extra:
        return None
    ahead = {step.target - 1 for after in node.walk() for step in after.next if step.hits}
    hit = [field for field in gone if field in ahead][: gap.extra]
    if len(hit) < gap.extra or gap.missing - gap.extra > FEW_IN_HAND:
        return None
    counts = list(node.counts)
    for field in hit:
        counts[field] = 0
    counts[OTHER_BAR] += len(hit)
    return replace(node, counts=tuple(counts))


def _gap_after(
    node: PlayNode,
    step: CheckerStep,
    after: PlayNode,
    late: tuple[Late, Late],
    gap: FieldGap,
    seen: BoardChart,
) -> FieldGap:
    """The difference between the board after a step and the observed board."""
    target = MOVER_OFF if step.target == OFF else step.target - 1
    touched = (step.source - 1, target, OTHER_BAR) if step.hits else (step.source - 1, target)
    missing, extra = gap
    if late[1]:
        for field in touched:
            was = _gap_at(node.counts, field, late[0], seen)
            now = _gap_at(after.counts, field, late[1], seen)
            missing += now.missing - was.missing
            extra += now.extra - was.extra
        return FieldGap(missing, extra)
    # The usual case without late hit checkers; this is several times as fast.
    before, then = node.counts, after.counts
    for field in touched:
        there, old, new = seen[field], before[field], then[field]
        missing += there.missing[new] - there.missing[old]
        extra += there.extra[new] - there.extra[old]
    return FieldGap(missing, extra)


def _gap_at(counts: Sequence[int], field: int, late: Late, seen: BoardChart) -> FieldGap:
    """The difference of a field from the observed one, with late hit checkers still in place."""
    there, count = seen[field], counts[field]
    if field == OTHER_BAR:
        count -= len(late)
    elif field in late:
        return field_gap(there.seen, max(count, 0), 1)
    return FieldGap(there.missing[count], there.extra[count])


def _on_the_way(
    found: Sequence[Explanation], seen: BoardChart, mover: Colour, known: tuple[PlayNode, ...]
) -> OnTheWay:
    """The verdict on an unfinished play, relative to the last board with empty hands."""
    start = choose_start(found, known)
    if start.node in known:
        found = find_explanations(start.node, seen)
    return guide_from(start, found, seen, mover)


def choose_start(found: Sequence[Explanation], known: tuple[PlayNode, ...]) -> Explanation:
    """The explanation by the last board with empty hands, or else by the earliest board."""
    start = next((one for one in found if one.node in known), None)
    return start or max(found, key=lambda one: (len(one.node.left), -one.in_hand))


def guide_from(
    start: Explanation, found: Sequence[Explanation], seen: BoardChart, mover: Colour
) -> OnTheWay:
    """The verdict on an unfinished play, relative to this one of its explanations."""
    lifted = _places_missing(start.node.counts, start.late, seen, mover)
    open_to = [set(_places_missing(one.node.counts, one.late, seen, mover)) for one in found]
    anywhere = set().union(*open_to, *(_unseen_targets(start, one, mover) for one in found))
    other_bar = PLACES_BY_FIELD[mover][OTHER_BAR]
    if not all(other_bar in places for places in open_to):
        anywhere.discard(other_bar)
    anywhere.difference_update(lifted)
    reachable = tuple(place for place in PLACES_BY_FIELD[mover] if place in anywhere)
    return OnTheWay(tuple(lifted), reachable, start.in_hand)


def _unseen_targets(start: Explanation, one: Explanation, mover: Colour) -> list[Place]:
    """The places where a checker that may be in hand may have come down unseen."""
    if one.in_hand >= start.in_hand:
        return []
    before, then = start.node.counts, one.node.counts
    own = (field for field in range(FIELDS) if field not in (OTHER_BAR, OTHER_OFF))
    places = PLACES_BY_FIELD[mover]
    return [places[field] for field in own if then[field] > max(before[field], 0)]


def _places_missing(
    counts: Sequence[int], late: Late, seen: BoardChart, mover: Colour
) -> list[Place]:
    """The places where a board has checkers that are not observed."""
    if late:
        fields = [field for field in range(FIELDS) if _gap_at(counts, field, late, seen).missing]
    else:
        pairs = enumerate(zip(seen, counts, strict=True))
        fields = [field for field, (there, count) in pairs if there.missing[count]]
    places = PLACES_BY_FIELD[mover]
    return [places[field] for field in fields]


def _positions(found: Iterable[Explanation]) -> tuple[Position, ...]:
    """The positions of explanations, each once, in an order independent of the search."""
    return tuple(Position.trusted(counts) for counts in sorted({one.node.counts for one in found}))


def differing_places(plays: Sequence[Position], mover: Colour) -> tuple[Place, ...]:
    """The places in which plays differ from one another."""
    columns = zip(*(play.counts for play in plays), strict=True)
    places = zip(PLACES_BY_FIELD[mover], columns, strict=True)
    return tuple(place for place, column in places if len(set(column)) > 1)
