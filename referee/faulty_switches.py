"""Finds the faulty switch, or the checkers in a set-up that no sensor reports, behind a board."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.checkers import Place
from referee.explanations import Tracking
from referee.observed_board import (
    ALL_CHECKERS,
    SensorDoubt,
    least_checkers,
    make_field,
    total_gap,
    widen_sighting,
)
from referee.play_tracker import find_unseen_places
from referee.seating import FIELDS_BY_PLACE, PLACES_BY_FIELD
from referee.state import State

MAX_FAULTS = 2
"""The largest number of switches that may be faulty at once."""


def find_phantom(state: State) -> tuple[Place, ...]:
    """The one place whose surplus checker explains the board; by a legal play if it is done."""
    suspects = find_suspects(state)
    if state.this_turn.is_done and len(suspects) > 1:
        suspects = tuple(place for place in suspects if _finishes(state, place))
    return suspects if len(suspects) == 1 else ()


def find_insisted_phantom(state: State) -> tuple[Place, ...]:
    """The one place whose surplus checker, perhaps on a pile, explains a play insisted on."""
    suspects = tuple(place for place in _occupied_places(state) if _finishes(state, place))
    return suspects if len(suspects) == 1 else ()


def find_suspects(state: State) -> tuple[Place, ...]:
    """Every place that would explain the board if its sensor alone reported a surplus checker."""
    if least_checkers(state.observed.chart) <= ALL_CHECKERS:
        return ()
    return tuple(place for place in _occupied_places(state) if explain_without_one(state, place))


def find_missing_in_set_up(state: State) -> tuple[Place, ...]:
    """The places where a nearly complete set-up lacks checkers, as if switches were dead."""
    gap = total_gap(state.observed.chart, state.expected.counts)
    if gap.extra or not 0 < gap.missing <= MAX_FAULTS:
        return ()
    return find_unseen_places(state.expected, state.observed.chart, state.colour)


def explain_without_one(state: State, place: Place) -> Tracking | None:
    """The explanation of the board if a place holds one checker less than observed."""
    field = FIELDS_BY_PLACE[state.colour][place]
    sighting = widen_sighting(state.view[place], SensorDoubt(phantom=1))
    there = make_field(sighting, state.colour, field)
    seen = (*state.observed.chart[:field], there, *state.observed.chart[field + 1 :])
    return state.explain(seen)


def _occupied_places(state: State) -> Iterator[Place]:
    """The places where checkers are observed."""
    fields = zip(PLACES_BY_FIELD[state.colour], state.observed.chart, strict=True)
    return (place for place, there in fields if there.seen.low)


def _finishes(state: State, place: Place) -> bool:
    tracking = explain_without_one(state, place)
    return bool(tracking and tracking.ends)
