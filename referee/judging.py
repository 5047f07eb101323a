"""What to make of a board that is still and that nothing explains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.backgammon.places import BAR, OFF
from engine.backgammon.position import Setup
from engine.backgammon.sides import Side
from engine.backgammon.why.explain import why_not
from engine.backgammon.why.reasons import Reason, Why
from hardware.checkers import Colour, Place, bar, tray
from hardware.observations import View
from referee.correction import correction
from referee.likely import likely_reasons
from referee.outlook import ALL_CHECKERS, least_seen
from referee.seating import colour_of, place_in, place_of
from referee.state import State
from referee.switches import explained_without, too_full
from referee.tracker import as_seen, explanations
from referee.verdicts import Disturbed, Illegal, Move, Unreadable, Verdict

MOST_ERRORS = 3
"""More wrong at once, and somebody has knocked against the board."""
MOST_OF_OTHERS = 1
"""So too if more of the opponent's checkers have moved."""
_COUNTING = (Why.CHECKERS_MISSING, Why.CHECKERS_TOO_MANY, Why.HIT_CHECKER_NOT_ON_BAR)
_UNFINISHED = (Why.BOTH_DICE, Why.MORE_OF_DOUBLE, Why.NUMBER_PLAYABLE)
"""What is no fault while a turn lasts and other checkers are astray."""

_HALVES = {half(colour): half(colour.other) for half in (bar, tray) for colour in Colour}
"""The other half of the bar and of the trays."""


def astray(state: State, *, closely: bool) -> Verdict:
    """What is wrong with a board that is no legal play, or not on the way to one.

    While a turn lasts, more checkers than there are may be a checker that two switches feel, or a
    switch that sticks; at its end they are looked at closely.
    """
    if state.is_blind:
        return Unreadable(())
    if state.is_setting_up:
        return _disturbed(state)
    if not closely and (least_seen(state.sight.chart) > ALL_CHECKERS or explained_without(state)):
        return Unreadable(state.this_turn.suspects or too_full(state))
    reasons, board = _reasons(state)
    if not reasons:
        return _disturbed(state, board)
    if state.knocked or _tell_of_a_knock(reasons):
        return _disturbed(state)
    if not closely:
        reasons = tuple(one for one in reasons if one.why not in _UNFINISHED) or reasons
    mover = state.colour
    moves = (*_back(reasons, state), *_to_bar(reasons, state, board), *_counted(reasons, mover))
    return Illegal(reasons, moves or correction(state.view, state.expected_layout), board)


def _disturbed(state: State, meant: Setup | None = None) -> Disturbed:
    """To be put right by the shortest way.

    It leads to what was meant, to where the player last had empty hands, or to where he began.
    """
    boards = [meant.position()] if meant and not meant.faults() else []
    known = state.this_turn.known
    boards += [node.position for node in known] if len(known) == 1 else []
    layouts = (state.seating.layout(one, state.turn) for one in (*boards, state.expected))
    ways = [correction(state.view, layout) for layout in layouts]
    return Disturbed(min(filter(None, ways), key=len, default=()))


def _reasons(state: State) -> tuple[tuple[Reason, ...], Setup]:
    """What was done wrong, and on which board.

    Where checkers may be in hand, they are: not hidden on a pile of which the number is unknown.
    """
    game, rulebook = state.match.game, state.match.rulebook
    if state.plays and state.sight.tracking:
        found = explanations(state.plays.tree, state.sight.chart)
        nearest = min(found, key=lambda one: (one.in_hand, one.node.playable))
        board = as_seen(nearest, state.sight.chart)
        return why_not(game.position, game.dice, board, rulebook), board
    return likely_reasons(state.view, game.position, game.dice, game.turn, state.seating, rulebook)


def places_of(verdict: Verdict | None) -> tuple[Place, ...]:
    """Where a verdict finds something wrong."""
    if isinstance(verdict, Unreadable):
        return verdict.places
    moves = moves_of(verdict)
    ends = (place for move in moves for place in (move.source, move.target) if place)
    return tuple(dict.fromkeys(ends))


def moves_of(verdict: Verdict | None) -> tuple[Move, ...]:
    """How to put right what a verdict finds wrong."""
    return verdict.moves if isinstance(verdict, Illegal | Disturbed) else ()


def _tell_of_a_knock(reasons: Sequence[Reason]) -> bool:
    """Whether so much is wrong at once that nobody can have meant it."""
    others = [one for one in reasons if one.why is Why.OPPONENTS_CHECKER_MOVED]
    return sum(map(_checkers, reasons)) > MOST_ERRORS or len(others) > MOST_OF_OTHERS


def _checkers(reason: Reason) -> int:
    """How many checkers a reason tells of."""
    return reason.count if reason.why in _COUNTING else 1


def _back(reasons: Iterable[Reason], state: State) -> Iterator[Move]:
    """How to undo what the reasons tell."""
    mover = state.colour
    for reason in reasons:
        if reason.source is not None and reason.target is not None:
            whose = colour_of(reason.side, mover)
            lying = _half_seen(state.view, place_in(reason.target, reason.side, mover), whose)
            yield Move(lying, place_in(reason.source, reason.side, mover), whose)


def _half_seen(view: View, place: Place, whose: Colour) -> Place:
    """The other half of the bar or of the trays, if a checker can only lie there."""
    half = _HALVES.get(place, place)
    return place if view[place][whose].high or not view[half][whose].high else half


def _counted(reasons: Iterable[Reason], mover: Colour) -> Iterator[Move]:
    """Where checkers are to be taken away, or to be put back."""
    for reason in reasons:
        whose = colour_of(reason.side, mover)
        places = [place_in(number, reason.side, mover) for number in reason.points]
        if reason.why is Why.CHECKERS_TOO_MANY:
            yield from (Move(place, None, whose) for place in places)
        if reason.why is Why.CHECKERS_MISSING:
            yield from (Move(None, place, whose) for place in places)


def _to_bar(reasons: Iterable[Reason], state: State, board: Setup) -> Iterator[Move]:
    """How the checkers that were hit come to the bar, from where they lie if that is known."""
    hit, were_off = state.colour.other, state.match.game.position.off[Side.OTHER]
    for reason in reasons:
        if reason.why is Why.HIT_CHECKER_NOT_ON_BAR:
            lying = [place_of(at, state.colour) for at in reason.points if board.other[BAR - at]]
            lying += [tray(hit)] * (board.other[OFF] - were_off)
            for number in range(reason.count):
                source = lying[number] if number < len(lying) else None
                yield Move(source, bar(hit), hit)
