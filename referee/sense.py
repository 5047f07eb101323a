"""Which signals cannot be true, and why."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from hardware.checkers import BACKGAMMON, Place
from hardware.observations import Observation
from hardware.signals import Garbled, PlayChosen, SetUpWanted, Signal, Told
from referee.effects import Nonsense, Notice, What
from referee.state import State

PLACES = frozenset(BACKGAMMON)


def senseless(state: State, signal: Signal) -> Notice | None:
    """What to tell of a signal that cannot be true; None if it can."""
    if isinstance(signal, Garbled):
        return _notice(signal, Nonsense.GARBLED, signal.what)
    if not isfinite(signal.at):
        return _notice(signal, Nonsense.NO_TIME, str(signal.at))
    if signal.at < state.heard.get(signal.source, signal.at):
        return _notice(signal, Nonsense.RUNS_BACK)
    if unknown := [place for place in _places(signal) if place not in PLACES]:
        return _notice(signal, Nonsense.NO_PLACE, repr(min(unknown)))
    return None


def _places(signal: Signal) -> Iterable[Place]:
    """All the places of which a signal tells."""
    if isinstance(signal, Observation):
        return () if PLACES.issuperset(signal.sightings) else signal.sightings
    return signal.layout.piles if isinstance(signal, Told | PlayChosen | SetUpWanted) else ()


def _notice(signal: Signal, nonsense: Nonsense, what: str = "") -> Notice:
    text = f"{signal.source}: {what}" if what else signal.source
    return Notice(What.NO_SENSE, text=text, nonsense=nonsense)
