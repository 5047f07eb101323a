"""The judging of one signal: a state and a signal give the next state and the effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from engine.backgammon.game.match import Match, Phase
from hardware import signals
from hardware.checkers import BACKGAMMON, Place
from hardware.observations import Observation
from referee import player_requests, sensor_signals
from referee.button_presses import handle_button
from referee.dice_signals import handle_dice
from referee.draft import Draft
from referee.effects import Effect, ReportVerdict, ShowLamps, WakeAt
from referee.lamp_meanings import lamp_meanings
from referee.notices import Notice, NotUnderstood, SignalFault
from referee.player_requests import begin_next, handle_request
from referee.position_requests import request_set_up
from referee.state import State

PLACES = frozenset(BACKGAMMON.places)
"""The places that a signal may name."""


def validate_signal(state: State, signal: signals.Signal) -> Notice | None:
    """The notice for a signal that cannot be true; None for a valid signal."""
    if isinstance(signal, signals.GarbledData):
        return _invalid_signal(signal, SignalFault.GARBLED, signal.what)
    if isinstance(signal, signals.SignalsDropped):
        return _invalid_signal(signal, SignalFault.TOO_MANY, signal.why)
    if not isfinite(signal.at):
        return _invalid_signal(signal, SignalFault.NO_TIME, str(signal.at))
    if signal.at < state.last_signal_at.get(signal.source, signal.at):
        return _invalid_signal(signal, SignalFault.RUNS_BACK)
    if unknown := [place for place in _places(signal) if place not in PLACES]:
        return _invalid_signal(signal, SignalFault.NO_PLACE, repr(min(unknown)))
    return None


def _places(signal: signals.Signal) -> Iterable[Place]:
    """The places that a signal mentions."""
    if isinstance(signal, Observation):
        return () if PLACES.issuperset(signal.sightings) else signal.sightings
    if isinstance(signal, signals.LayoutStated | signals.PlayChosen | signals.PositionSetUp):
        return signal.layout.piles
    return ()


def _invalid_signal(signal: signals.Signal, nonsense: SignalFault, what: str = "") -> NotUnderstood:
    text = f"{signal.source}: {what}" if what else signal.source
    return NotUnderstood(text, nonsense)


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of a signal."""

    state: State
    effects: tuple[Effect, ...] = ()


def step(state: State, signal: signals.Signal) -> StepResult:
    """The result of a signal; an invalid one only gives a notice."""
    if notice := validate_signal(state, signal):
        return StepResult(state, (notice,))
    draft = Draft(state, signal.at)
    _HANDLERS[type(signal)](draft, signal)
    sensor_signals.handle_act(draft, signal, state.dice.get(signal.source))
    _add_effects(draft, state, signal.source)
    return StepResult(draft.state, tuple(draft.effects))


def state_with_match(state: State, match: Match) -> State:
    """The state with another match than its signals led to; the board is judged by it."""
    draft = Draft(state, 0.0)
    draft.set_match(match)
    sensor_signals.update_verdict(draft)
    draft.update(lamps=lamp_meanings(draft.state))
    return draft.state


_HANDLERS: Mapping[type, Callable[[Draft, Any], None]] = {
    Observation: sensor_signals.handle_observation,
    signals.DiceReading: handle_dice,
    signals.ButtonPressed: handle_button,
    signals.PlayerRequest: handle_request,
    signals.LayoutStated: player_requests.handle_stated_layout,
    signals.PlayChosen: player_requests.choose_play,
    signals.PositionSetUp: request_set_up,
    signals.TimerExpired: lambda draft, _came: sensor_signals.handle_stillness(draft),
    signals.DeviceLost: sensor_signals.handle_device_lost,
    signals.DeviceRestored: sensor_signals.handle_device_back,
    signals.CameraProblemChanged: sensor_signals.handle_camera_problem,
    signals.ServiceRestarted: sensor_signals.handle_restart,
}


def _add_effects(draft: Draft, before: State, source: str) -> None:
    """Judges the board as it is now, and adds the effects that follow."""
    sensor_signals.update_verdict(draft)
    if _is_set_up(draft.state):
        _play_from_set_up(draft)
    state = draft.state
    if state.verdict != before.verdict:
        draft.effects.append(ReportVerdict(state.verdict))
    lights = lamp_meanings(state)
    if lights != before.lamps:
        draft.effects.append(ShowLamps(lights))
    draft.update(lamps=lights, last_signal_at={**before.last_signal_at, source: draft.at})
    if state.observed.wake_at != before.observed.wake_at:
        draft.effects.append(WakeAt(state.observed.wake_at))


def _is_set_up(state: State) -> bool:
    """True if the checkers have been set up and no hand is over them any more."""
    at_rest = state.observed.still_at is None and not state.hidden
    return state.is_setting_up and at_rest and state.is_set_up


def _play_from_set_up(draft: Draft) -> None:
    """Begins the game, or continues from the position that was set up."""
    state = draft.state
    waits = state.settings.next_on_request or state.has_offer
    is_next_due = draft.match.game.phase is Phase.OVER and not waits
    if not (state.set_up_request or is_next_due):
        return
    begin_next(draft)
    if state.set_up_request:
        draft.play_from(state.set_up_request)
    sensor_signals.update_verdict(draft)
