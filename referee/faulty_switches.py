"""Finds the faulty switch, or the checkers in a set-up that no sensor reports, behind a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.backgammon.position import MOVER_OFF, OTHER_OFF, Position
from hardware.checkers import Place
from referee.board_readings import explain_board, possible_readings
from referee.explanations import Tracking
from referee.notices import SetUpIncomplete
from referee.observed_board import BoardChart, SensorDoubt, make_field, widen_sighting
from referee.seating import FIELDS_BY_PLACE, PLACES_BY_FIELD
from referee.state import State
from referee.switch_doubts import SwitchFailure, margin_of, slot_states

Fault = tuple[Place, SwitchFailure]
"""The place of a faulty switch, and its failure."""
MAX_FAULTS = 2
"""The largest number of switches that may be faulty at once."""


def find_phantom(state: State) -> tuple[Place, ...]:
    """The only place at which one checker too many explains the board, or the finished play."""
    suspects = find_suspects(state)
    if state.this_turn.is_done and len(suspects) > 1:
        suspects = tuple(place for place in suspects if _finishes(state, place))
    return suspects if len(suspects) == 1 else ()


def find_insisted_phantom(state: State) -> tuple[Place, ...]:
    """The one place whose surplus checker, perhaps on a pile, explains a play insisted on."""
    suspects = tuple(place for place in _occupied_places(state) if _finishes(state, place))
    return suspects if len(suspects) == 1 else ()


def find_suspects(state: State) -> tuple[Place, ...]:
    """Every place that would explain the board if its sensor alone reported a surplus checker.

    Leaves out a place whose switches have all opened since it was suspected.
    """
    if not state.has_surplus:
        return ()
    cleared = {one.place for one in state.this_turn.suspected_places if one.is_cleared}
    return tuple(
        place
        for place in _occupied_places(state)
        if place not in cleared and explain_without_one(state, place)
    )


def find_shown_phantom(state: State) -> tuple[Place, int] | None:
    """The place and slot of a stuck switch that has been shown.

    All checkers of the place were lifted while it alone stayed closed, and then put back. Where the
    opponent's checkers lie, the mover must agree instead, as the opponent may have lifted them.
    """
    counts, fields = state.expected.counts, FIELDS_BY_PLACE[state.colour]
    shown = [
        (one.place, slot)
        for one in state.this_turn.suspected_places
        if (slot := one.shown_slot) and sum(slot_states(state.observed.observations, one.place)) > 1
    ]
    suspects = find_suspects(state) if shown else ()
    found = [it for it in shown if it[0] in suspects and counts[fields[it[0]]] >= 0]
    return found[0] if len(found) == 1 else None


def find_faults(
    state: State, at_most: int, beyond: int = 0
) -> dict[tuple[Fault, ...], list[Position]]:
    """The fewest faulty switches that explain a legal play, with the plays that they explain.

    Only plays that take more than `beyond` of them count.
    """
    found: dict[tuple[Fault, ...], list[Position]] = {}
    readings = tuple(possible_readings(state))
    for play in state.plays or ():
        faults = _fewest_faults(state, readings, play, at_most)
        if faults and len(faults) > beyond:
            found.setdefault(faults, []).append(play)
    fewest = min(map(len, found), default=0)
    return {faults: plays for faults, plays in found.items() if len(faults) == fewest}


def is_likely_misplaced(faults: Sequence[Fault]) -> bool:
    """True if a checker too many here and one too few there are likelier one on a wrong place."""
    return len({failure for _place, failure in faults}) > 1


def faults_behind(state: State, position: Position, at_most: int) -> tuple[Fault, ...] | None:
    """The fewest faulty switches by which a position is reported as the observed board.

    None if it takes more of them, wherever the checkers of the bar and of the trays lie.
    """
    return _fewest_faults(state, possible_readings(state), position, at_most)


def _fewest_faults(
    state: State, readings: Iterable[BoardChart], position: Position, at_most: int
) -> tuple[Fault, ...] | None:
    """The fewest faulty switches by which a position is reported as one of these readings."""
    found = (_faults_in(state, chart, position, at_most) for chart in readings)
    return min((faults for faults in found if faults is not None), key=len, default=None)


def _faults_in(
    state: State, chart: BoardChart, position: Position, at_most: int
) -> tuple[Fault, ...] | None:
    """The faulty switches by which a position is reported as one reading of the board.

    A checker that is missing from a tray needs none: it may have been laid beside the board.
    """
    faults: list[Fault] = []
    places = PLACES_BY_FIELD[state.colour]
    for field, (there, count) in enumerate(zip(chart, position.counts, strict=True)):
        place, missing, extra = places[field], there.missing[count], there.extra[count]
        if field in (MOVER_OFF, OTHER_OFF) and not state.is_setting_up:
            missing = 0
        if missing > 1 or extra > 1:
            margin = margin_of([SwitchFailure.DEAD], state.observed.observations, place)
            missing = 1 if 0 < missing <= margin.unseen else missing
            extra = 1 if 0 < extra <= margin.phantom else extra
        faults += [(place, SwitchFailure.DEAD)] * missing + [(place, SwitchFailure.STUCK)] * extra
        if len(faults) > at_most:
            return None
    return tuple(faults)


def find_faults_in_set_up(state: State) -> tuple[Fault, ...]:
    """The faulty switches that make a complete set-up look wrong; empty if there are too many."""
    return faults_behind(state, state.expected, MAX_FAULTS) or ()


def describe_set_up_faults(faults: Sequence[Fault]) -> SetUpIncomplete:
    """The notice that a board may be set up rightly, if these switches are faulty."""
    dead, stuck = (
        tuple(place for place, failure in faults if failure is one) for one in SwitchFailure
    )
    return SetUpIncomplete(dead, stuck)


def explain_without_one(state: State, place: Place) -> Tracking | None:
    """The explanation of the board if a place holds one checker less than observed."""
    field = FIELDS_BY_PLACE[state.colour][place]
    sighting = widen_sighting(state.view[place], SensorDoubt(phantom=1))
    there = make_field(sighting, state.colour, field)
    sensed = state.observed.sensed
    return explain_board(state, (*sensed[:field], there, *sensed[field + 1 :]))[1]


def _occupied_places(state: State) -> Iterator[Place]:
    """The places where checkers are observed."""
    fields = zip(PLACES_BY_FIELD[state.colour], state.observed.chart, strict=True)
    return (place for place, there in fields if there.seen.low)


def _finishes(state: State, place: Place) -> bool:
    tracking = explain_without_one(state, place)
    return bool(tracking and tracking.ends)
