"""Times the referee: each signal of an evening is judged again, as it was in its turn."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass
from time import thread_time_ns

from benchmarks.evenings import Played
from engine.backgammon.moves.plays import LegalPlays
from hardware.signals import Signal
from referee import filled, nearby, outlook
from referee.state import State
from referee.step import Step, step

REMEMBERING = (filled, nearby, outlook)
"""The modules of the referee that remember what they have worked out."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One signal, what it led to, and how long that took."""

    before: State
    signal: Signal
    step: Step
    microseconds: float
    legal: float | None
    """How long (µs) the legal results of the throw take, where one has just been thrown."""


def judged(played: Played) -> Iterator[Judged]:
    """Every signal of a match, judged by a referee who has just come."""
    _forget()
    state = State.of(played.settings)
    for signal in played.signals:
        start = thread_time_ns()
        result = step(state, signal)
        spent = thread_time_ns() - start
        yield Judged(state, signal, result, spent / 1000, _legal(state, result.state))
        state = result.state


def _legal(before: State, after: State) -> float | None:
    plays = after.plays
    if plays is None or plays is before.plays:
        return None
    start = thread_time_ns()
    list(LegalPlays(plays.position, plays.dice, plays.rulebook))
    return (thread_time_ns() - start) / 1000


def _forget() -> None:
    for module in REMEMBERING:
        for one in vars(module).values():
            if hasattr(one, "cache_clear"):
                one.cache_clear()


def rest() -> None:
    """Sweep up, so that what was kept for measuring is not searched while that goes on."""
    gc.collect()
    gc.freeze()
