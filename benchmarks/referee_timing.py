"""Times the referee: each signal of a match is judged again, as it was in its turn."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass
from time import thread_time_ns

from benchmarks.table_matches import PlayedMatch
from engine.backgammon.moves.plays import LegalPlays
from hardware.signals import Signal
from referee import observed_board, plausible_boards
from referee.state import State
from referee.step import StepResult, step

REMEMBERING = (plausible_boards, plausible_boards, observed_board)
"""The modules of the referee that remember what they have worked out."""


@dataclass(frozen=True, slots=True)
class TimedStep:
    """One signal, its consequences, and the time they took."""

    before: State
    signal: Signal
    step: StepResult
    microseconds: float
    legal: float | None
    """Time (µs) of the legal results of the throw; None unless dice have just been thrown."""


def timed_steps(played: PlayedMatch) -> Iterator[TimedStep]:
    """Every signal of a match, judged by a new referee."""
    _forget()
    state = State.of(played.settings)
    for signal in played.signals:
        start = thread_time_ns()
        result = step(state, signal)
        spent = thread_time_ns() - start
        yield TimedStep(state, signal, result, spent / 1000, _legal(state, result.state))
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


def collect_garbage() -> None:
    """Collects garbage, so that no collection happens while times are measured."""
    gc.collect()
    gc.freeze()
