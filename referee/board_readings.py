"""Explains the observed board by each reading of the bar and of the trays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.backgammon.position import Position
from referee.explanations import Tracking
from referee.half_readings import is_astray, may_be_astray, other_readings, unite_trackings
from referee.hesitations import Hesitation, guide_hands, guide_hands_at_rest
from referee.observed_board import BoardChart
from referee.play_tracker import MAX_IN_HAND, MAX_LACKING, track_play, track_rest
from referee.state import State


def explain_chart(state: State, chart: BoardChart) -> Tracking | None:
    """The explanation of one reading of the board; None if no legal play explains it."""
    if state.plays and not state.is_setting_up:
        known = state.this_turn.last_empty_handed
        away = state.hands_are_away
        return track_play(state.plays.tree, chart, state.colour, known, hands_away=away)
    most = MAX_LACKING if state.is_setting_up else MAX_IN_HAND
    return track_rest(state.expected, chart, state.colour, most)


def explain_board(state: State, sensed: BoardChart) -> tuple[BoardChart, Tracking | None]:
    """The reading of a sensed board that is explained, with its explanation.

    The sensed board itself, and None, if no legal play explains any reading.
    """
    before = state.expected.counts
    tracking = explain_chart(state, sensed)
    known = is_astray(sensed, before) if tracking else may_be_astray(sensed, before)
    if (tracking and not state.observed.began_astray) or not known:
        return sensed, tracking
    readings = ((chart, explain_chart(state, chart)) for chart in other_readings(sensed, before))
    found = [(chart, tracking) for chart, tracking in readings if tracking]
    return unite_trackings(found, state.colour) if found else (sensed, tracking)


def possible_readings(state: State) -> Iterator[BoardChart]:
    """Yields the chart of the board, then those in which checkers lie on the other halves."""
    sensed, before = state.observed.sensed, state.expected.counts
    yield state.observed.chart
    if not state.is_setting_up and may_be_astray(sensed, before):
        yield from other_readings(sensed, before)


def find_plays_by_halves(state: State) -> tuple[Position, ...]:
    """The legal plays that agree if checkers on the bar or in the trays lie on either half."""
    sensed, before = state.observed.sensed, state.expected.counts
    if not state.plays or not may_be_astray(sensed, before):
        return ()
    readings = (explain_chart(state, chart) for chart in other_readings(sensed, before))
    return tuple(dict.fromkeys(play for one in readings if one for play in one.ends))


def find_hesitation(state: State) -> Hesitation | None:
    """The guidance on a board that hands can still lead to a legal play by lifting again."""
    if state.is_blind or not state.may_hesitate:
        return None
    sensed, before = state.observed.sensed, state.expected.counts
    others = other_readings(sensed, before) if may_be_astray(sensed, before) else ()
    found = filter(None, (_guide(state, chart) for chart in (sensed, *others)))
    first = next(found, None)
    return first and replace(first, may_last=first.may_last or any(it.may_last for it in found))


def _guide(state: State, chart: BoardChart) -> Hesitation | None:
    """The guidance on one reading of the board."""
    if state.plays:
        known = state.this_turn.last_empty_handed
        return guide_hands(state.plays.tree, chart, state.colour, known)
    return guide_hands_at_rest(state.expected, chart, state.colour)
