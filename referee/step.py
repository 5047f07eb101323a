"""The one door of the referee: what was known and one signal give what is known now.

It sees no clock and no chance: every signal carries its time. So the same signals always lead to
the same verdicts, on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from engine.backgammon.game.match import Phase
from hardware.checkers import BACKGAMMON, Layout
from hardware.observations import Observation
from hardware.signals import (
    ButtonPressed,
    DeviceBack,
    DeviceLost,
    DiceSeen,
    Garbled,
    PlayChosen,
    Restarted,
    SetUpWanted,
    Signal,
    TimeCame,
    Told,
    Wished,
)
from referee import watching
from referee.draft import Draft
from referee.effects import Judged, Lit, Notice, WakeAt, What
from referee.lighting import picture
from referee.state import State, Step
from referee.throwing import follow_dice
from referee.wishes import begin_next, grant, press

PLACES = frozenset(BACKGAMMON)


def step(state: State, signal: Signal) -> Step:
    """What a signal leads to; one that makes no sense leads to nothing but a notice."""
    if nonsense := senseless(state, signal):
        return Step(state, (Notice(What.NO_SENSE, text=f"{signal.source}: {nonsense}"),))
    draft = Draft(state, signal.at)
    _FOLLOW[type(signal)](draft, signal)
    _conclude(draft, state, signal.source)
    return Step(draft.state, tuple(draft.effects))


def senseless(state: State, signal: Signal) -> str:
    """Why a signal cannot be true; nothing if it can."""
    if isinstance(signal, Garbled):
        return signal.what or "nothing that can be read"
    if not isfinite(signal.at):
        return f"at {signal.at} seconds"
    if signal.at < state.heard.get(signal.source, signal.at):
        return "time runs back"
    if isinstance(signal, Observation) and not PLACES.issuperset(signal.sightings):
        return f"there is no place {min(set(signal.sightings) - PLACES)!r}"
    layout = getattr(signal, "layout", None)
    if isinstance(layout, Layout) and not PLACES.issuperset(layout.piles):
        return f"there is no place {min(set(layout.piles) - PLACES)!r}"
    return ""


_FOLLOW: Mapping[type, Callable[[Draft, Any], None]] = {
    Observation: watching.see,
    DiceSeen: follow_dice,
    ButtonPressed: press,
    Wished: grant,
    Told: watching.be_told,
    PlayChosen: watching.choose,
    SetUpWanted: watching.want,
    TimeCame: lambda draft, _came: watching.settle(draft),
    DeviceLost: watching.lose,
    DeviceBack: watching.find,
    Restarted: watching.start_again,
}


def _conclude(draft: Draft, before: State, source: str) -> None:
    """Judge the board as it is now, and have it shown."""
    watching.judge(draft)
    if draft.state.is_setting_up and draft.state.still_at is None and draft.state.is_set_up:
        _set_up_done(draft)
    state = draft.state
    if state.verdict != before.verdict:
        draft.effects.append(Judged(state.verdict))
    lights = picture(state)
    if lights != before.lit:
        draft.effects.append(Lit(lights))
    draft.change(lit=lights, heard={**before.heard, source: draft.at})
    if state.still_at != before.still_at:
        draft.effects.append(WakeAt(state.still_at))


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
