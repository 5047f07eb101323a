"""Which switch may be out of order: one that alone, if it were, would explain the whole board."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.checkers import Place
from referee.outlook import ALL_CHECKERS, Doubt, doubted, field_of, least_seen, total_gap
from referee.seating import FIELD, PLACES
from referee.state import State
from referee.tracker import Tracking, unseen_at

MOST_FAULTS = 2
"""So many switches may be out of order at once."""


def phantom(state: State) -> tuple[Place, ...]:
    """The place whose sensor sees a checker too many, if one alone explains the whole board.

    Of a player who has finished it is believed that his play is legal.
    """
    suspects = suspicious(state)
    if state.this_turn.done and len(suspects) > 1:
        suspects = tuple(place for place in suspects if _finishes(state, place))
    return suspects if len(suspects) == 1 else ()


def insisted_on(state: State) -> tuple[Place, ...]:
    """The same of a player who has been told what is wrong, and says again that he is done.

    There need not be more checkers seen than there are: piles may hide some.
    """
    suspects = tuple(place for place in _occupied(state) if _finishes(state, place))
    return suspects if len(suspects) == 1 else ()


def suspicious(state: State) -> tuple[Place, ...]:
    """Every place that would explain the board, if its sensor alone saw a checker too many."""
    if least_seen(state.sight.chart) <= ALL_CHECKERS:
        return ()
    return tuple(place for place in _occupied(state) if _explains(state, place))


def nearly_set_up(state: State) -> tuple[Place, ...]:
    """Where a board that is all but set up lacks a checker, as if a switch were dead."""
    off = total_gap(state.sight.chart, state.expected.counts)
    if off.extra or not 0 < off.missing <= MOST_FAULTS:
        return ()
    return unseen_at(state.expected, state.sight.chart, state.colour)


def explained_without(state: State) -> bool:
    """Whether a checker seen where one too many was is still all that is wrong."""
    return any(_explains(state, place) for place in state.this_turn.suspects)


def _occupied(state: State) -> Iterator[Place]:
    """Where checkers are seen."""
    fields = zip(PLACES[state.colour], state.sight.chart, strict=True)
    return (place for place, there in fields if there.seen.low)


def _explains(state: State, place: Place) -> bool:
    return _without_one(state, place) is not None


def _finishes(state: State, place: Place) -> bool:
    tracking = _without_one(state, place)
    return bool(tracking and tracking.ends)


def _without_one(state: State, place: Place) -> Tracking | None:
    """How the board is explained if one checker less lies at a place than is seen."""
    field = FIELD[state.colour][place]
    sighting = doubted(state.view[place], Doubt(phantom=1))
    there = field_of(sighting, state.colour, field)
    seen = (*state.sight.chart[:field], there, *state.sight.chart[field + 1 :])
    return state.explained(seen)


def too_full(state: State) -> tuple[Place, ...]:
    """Where more checkers are seen than were there before."""
    return tuple(place for place, gap in state.gaps.items() if gap.extra)
