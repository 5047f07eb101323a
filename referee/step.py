"""The one door of the referee: what was known and one signal give what is known now.

It sees no clock and no chance: every signal carries its time. So the same signals always lead to
the same verdicts, on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.backgammon.game.match import Phase
from hardware.observations import Observation
from hardware.signals import (
    ButtonPressed,
    DeviceBack,
    DeviceLost,
    DiceSeen,
    PlayChosen,
    Restarted,
    SetUpWanted,
    Signal,
    TimeCame,
    Told,
    Troubled,
    Wished,
)
from referee import reaching, told, watching
from referee.draft import Draft
from referee.effects import Effect, Judged, Lit, WakeAt
from referee.lighting import picture
from referee.sense import senseless
from referee.state import State
from referee.throwing import follow_dice
from referee.wishes import begin_next, grant, press


@dataclass(frozen=True, slots=True)
class Step:
    """What a signal leads to."""

    state: State
    effects: tuple[Effect, ...] = ()


def step(state: State, signal: Signal) -> Step:
    """What a signal leads to; one that makes no sense leads to nothing but a notice."""
    if notice := senseless(state, signal):
        return Step(state, (notice,))
    draft = Draft(state, signal.at)
    _FOLLOW[type(signal)](draft, signal)
    _conclude(draft, state, signal.source)
    return Step(draft.state, tuple(draft.effects))


_FOLLOW: Mapping[type, Callable[[Draft, Any], None]] = {
    Observation: watching.see,
    DiceSeen: follow_dice,
    ButtonPressed: press,
    Wished: grant,
    Told: told.be_told,
    PlayChosen: told.choose,
    SetUpWanted: told.want,
    TimeCame: lambda draft, _came: watching.settle(draft),
    DeviceLost: reaching.lose,
    DeviceBack: reaching.find,
    Troubled: reaching.trouble,
    Restarted: reaching.start_again,
}


def _conclude(draft: Draft, before: State, source: str) -> None:
    """Judge the board as it is now, and have it shown."""
    watching.judge(draft)
    if _is_set_up(draft.state):
        _set_up_done(draft)
    state = draft.state
    if state.verdict != before.verdict:
        draft.effects.append(Judged(state.verdict))
    lights = picture(state)
    if lights != before.lit:
        draft.effects.append(Lit(lights))
    draft.change(lit=lights, heard={**before.heard, source: draft.at})
    if state.sight.still_at != before.sight.still_at:
        draft.effects.append(WakeAt(state.sight.still_at))


def _is_set_up(state: State) -> bool:
    """Whether the checkers have been set up, nobody having a hand over them any more."""
    at_rest = state.sight.still_at is None and not state.hidden
    return state.is_setting_up and at_rest and state.is_set_up


def _set_up_done(draft: Draft) -> None:
    """The checkers lie as they should: the game may begin, or go on from here."""
    state = draft.state
    if state.wanted:
        draft.play_from(state.wanted)
    elif draft.match.game.phase is Phase.OVER:
        begin_next(draft)
    else:
        return
    watching.judge(draft)
