"""The likeliest reasons why an observed board is illegal, and the board to which they apply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays import explanation
from engine.backgammon.illegal_plays.play_reasons import Diagnosis, Reason, ReasonKind
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import (
    CHECKERS,
    MOVER_BAR,
    MOVER_OFF,
    OTHER_BAR,
    OTHER_OFF,
    Position,
    Setup,
)
from engine.backgammon.rulebook import Rulebook
from engine.sides import Side
from hardware.checkers import Colour
from hardware.observations import CombinedView
from referee.half_readings import other_readings
from referee.observed_board import (
    UNSEEN_RANGE,
    CountRange,
    ObservedFields,
    make_chart,
    make_field,
    total_gap,
)
from referee.plausible_boards import (
    FieldCounts,
    NearbyBoard,
    PlausibleBoard,
    field_counts,
    find_nearest_boards,
    find_plausible_boards,
    least_difference,
)
from referee.seating import PLACES_BY_FIELD

BoardJudge = Callable[[Setup], Diagnosis]
"""Gives the diagnosis of a board."""
FIELD_HALVES = ((MOVER_BAR, OTHER_BAR), (MOVER_OFF, OTHER_OFF))
"""The fields of the two halves of the bar and of the trays, the mover's first."""
MAX_STARTS = 6
"""The largest number of boards on the way that are considered as the intended one."""
MAX_BEHIND = 2
"""The largest difference in distance between such a board and the nearest one."""
NEAR_DISTANCE = 8
"""The distance above which only the nearest board is considered."""
MAX_DIAGNOSES = 5
"""The number of boards whose diagnosis is worked out."""


OFF_BOARD_WEIGHT = 2
"""The extra weight of an explanation by which checkers that were borne off lie in no tray."""


class LikelyReasons(NamedTuple):
    """The reasons why the likeliest board is illegal, and this board, seen by the mover."""

    reasons: tuple[Reason, ...]
    board: Setup


_Explained = tuple[tuple[int, ...], LikelyReasons]
"""The reasons for one reading of the board, after their cost."""


def find_likely_reasons(
    view: CombinedView,
    before: Position,
    dice: Dice | None,
    mover: Colour,
    rulebook: Rulebook,
    *,
    astray: bool = False,
) -> LikelyReasons:
    """The reasons and the board they refer to; none if it may be legal, or unmoved without dice.

    Checkers lay on the wrong half of the bar, or in the wrong tray, before the turn if `astray`.
    """
    plays = LegalPlays(before, dice, rulebook) if dice else None
    if plays and (played := _play_of_other_side(view, plays, mover)):
        return LikelyReasons((explanation.PLAYED_BY_OTHER_SIDE,), played)
    readings = tuple(_all_readings(view, before, mover, astray=astray))
    found = [_explain(seen, before, plays) for seen in readings]
    cost, likely = min(found, key=lambda one: one[0])
    lacking = (one for one in likely.reasons if one.why is ReasonKind.CHECKERS_MISSING)
    missing = sum(one.count for one in lacking if one.side is Side.MOVER)
    if plays and len(likely.reasons) > 1:
        # A checker that was borne off and lies in no tray is no error besides the other one.
        off_board = _explain(_with_more_off(readings[0], max(missing, 1)), before, plays)
        if off_board[1].reasons and off_board[0][0] + OFF_BOARD_WEIGHT < cost[0]:
            return off_board[1]
    return likely


def _with_more_off(seen: ObservedFields, count: int) -> ObservedFields:
    """The fields with up to so many more checkers that the mover has borne off."""
    off = seen[MOVER_OFF]
    more = off._replace(mine_high=off.mine_high + count, high=off.high + count)
    return (*seen[:MOVER_OFF], more, *seen[MOVER_OFF + 1 :])


def _play_of_other_side(view: CombinedView, plays: LegalPlays, mover: Colour) -> Setup | None:
    """The board after a play of the other side by the mover's throw, if it agrees with the view."""
    chart, before = make_chart(view, mover), plays.position
    if not any(
        there.missing[count] for there, count in zip(chart, before.counts, strict=True) if count < 0
    ):
        return None
    theirs = make_chart(view, mover.other)
    for play in LegalPlays(before.mirrored, plays.dice, plays.rulebook):
        if total_gap(theirs, play.counts) == (0, 0):
            return play.setup.mirrored
    return None


def _all_readings(
    view: CombinedView, before: Position, mover: Colour, *, astray: bool
) -> Iterator[ObservedFields]:
    """Yields the observed fields, then those with checkers on the wrong half of the bar as theirs.

    A checker that has come to the mover's half is rather one that he hit than one of his own; so
    may be one that has come into his tray.
    """
    yield _observed_fields(view, mover)
    chart = make_chart(view, mover)
    if astray or chart[MOVER_BAR].seen.low > before.counts[MOVER_BAR]:
        for reading in other_readings(chart, before.counts):
            yield tuple(field.seen for field in reading)
    off = chart[MOVER_OFF].seen
    if (gained := min(off.low - before.counts[MOVER_OFF], off.theirs_high)) > 0:
        yield _shift_half(_observed_fields(view, mover), MOVER_OFF, OTHER_OFF, gained)


def _explain(seen: ObservedFields, before: Position, plays: LegalPlays | None) -> _Explained:
    """The reasons and the board for these fields, with their cost; none if it may be legal."""
    nearby = find_nearest_boards(before, plays.dice.numbers if plays else (), seen)
    judge: BoardJudge = partial(explanation.diagnose_move_before_throw, before)
    if plays:
        if legal := next(_legal_results(nearby, seen, plays), None):
            return (0,), LikelyReasons((), legal.setup)
        judge = partial(explanation.diagnose, plays)
    cost, diagnosis, setup = _best_diagnosis(_likely_boards(nearby, seen), judge, seen, before)
    return cost, LikelyReasons(explanation.ranked_reasons(diagnosis), setup)


def _likely_boards(nearby: Sequence[NearbyBoard], seen: ObservedFields) -> list[PlausibleBoard]:
    """The likeliest boards, each near to one that the mover can have reached by the rules."""
    lightest: dict[tuple[FieldCounts, ...], PlausibleBoard] = {}
    for one in nearby[: MAX_STARTS if nearby[0].distance <= NEAR_DISTANCE else 1]:
        if one.distance <= nearby[0].distance + MAX_BEHIND:
            pips = explanation.MAX_PIPS * len(one.left)
            for board in find_plausible_boards(one.counts, seen, pips):
                known = lightest.setdefault(board.fields, board)
                lightest[board.fields] = min(known, board)
    return sorted(lightest.values())[:MAX_DIAGNOSES]


def _best_diagnosis(
    boards: Sequence[PlausibleBoard], judge: BoardJudge, seen: ObservedFields, before: Position
) -> tuple[tuple[int, ...], Diagnosis, Setup]:
    """The diagnosis and board with the fewest and likeliest errors; unseen changes are unlikely."""
    was = field_counts(before.counts)
    # What the mover bears off into a tray without any sensor is no sign of an unlikely board.
    same = [
        at
        for at, held in enumerate(was)
        if (seen[at] != UNSEEN_RANGE or at == OTHER_OFF) and not least_difference(seen[at], *held)
    ]

    def cost(candidate: tuple[Diagnosis, PlausibleBoard]) -> tuple[int, ...]:
        diagnosis, board = candidate
        unseen = sum(_unlikeliness(was[at], board.fields[at]) for at in same)
        sides = tuple(map(sum, zip(*board.fields, strict=True)))
        has_wrong_number = sides != (CHECKERS, CHECKERS)
        # A checker of another set is likelier only than a move that nobody would make.
        strange = has_wrong_number + (max(sides) > CHECKERS)
        count = len(diagnosis.reasons)
        total = diagnosis.weight + unseen + strange + count
        # Of two that are as likely the one is told by which more of the throw was played rightly.
        return total, count, has_wrong_number, -diagnosis.played, board.weight, diagnosis.cost

    best = min(((judge(board.setup), board) for board in boards), key=cost)
    total, count, *_others = cost(best)
    return (total, count, best[0].weight, best[1].weight), best[0], best[1].setup


def _unlikeliness(was: FieldCounts, held: FieldCounts) -> int:
    """The weight of a change that no sensor has seen.

    The mover may have put a checker on his own full pile or taken one from there, but hardly one
    of the other side, or his own on one of theirs.
    """
    if was == held:
        return 0
    changed = sum(held) != sum(was)
    return 2 if changed and held[1] else 1


def _observed_fields(view: CombinedView, mover: Colour) -> ObservedFields:
    """The observed fields, with each checker counted in the half of its own colour."""
    places = enumerate(PLACES_BY_FIELD[mover])
    seen = tuple(make_field(view[place], mover, field).seen for field, place in places)
    for mine, theirs in FIELD_HALVES:
        seen = _shift_half(seen, mine, theirs, seen[mine].theirs_low)
        seen = _shift_half(seen, theirs, mine, seen[theirs].mine_low)
    return seen


def _legal_results(
    nearby: Sequence[NearbyBoard], seen: ObservedFields, plays: LegalPlays
) -> Iterator[Position]:
    """Yields the legal results that agree with the observed board.

    During a turn no checker comes to the mover's bar, nor to the other side's tray. If its colour
    is not known, one that lies there may belong to the other half.
    """
    before = plays.position.counts
    meant = _shift_half(seen, MOVER_BAR, OTHER_BAR, max(seen[MOVER_BAR].low - before[MOVER_BAR], 0))
    moved = max(meant[OTHER_OFF].low - before[OTHER_OFF], 0)
    meant = _shift_half(meant, OTHER_OFF, MOVER_OFF, moved)
    if meant != seen:
        nearby = [*nearby, *find_nearest_boards(plays.position, plays.dice.numbers, meant)]
    return (one.position for one in nearby if not one.distance and one.position in plays)


def _shift_half(seen: ObservedFields, source: int, target: int, count: int) -> ObservedFields:
    """The fields with some checkers of one half of the bar or trays counted in the other half."""
    if not count:
        return seen
    of_mover = (count, count, 0, 0) if target in (MOVER_BAR, MOVER_OFF) else (0, 0, count, count)
    shift = (*of_mover, count, count)
    over = list(seen)
    over[source] = CountRange(*(max(a - b, 0) for a, b in zip(seen[source], shift, strict=True)))
    over[target] = CountRange(*(a + b for a, b in zip(seen[target], shift, strict=True)))
    return tuple(over)
