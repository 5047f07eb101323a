"""Evenings with hands and an umpire, at a table of any kind and with any referee."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

from engine.backgammon.notation.record.record import Record
from hardware.signals import Signal
from referee.effects import Effect
from referee.profiles import CASUAL
from referee.state import State
from referee.step import Step, step
from service.simulation.evening import Plan, play_through
from service.simulation.umpire import Score, Umpire
from tests.rigs.matches import reading_of, samples

Spoil = Callable[[Effect], Iterable[Effect]]
Job = tuple[int, Plan]
"""The number of a recorded match, and how it is to be played."""


def recorded(number: int) -> Record:
    """One of the fifty matches."""
    return reading_of(samples()[number]).record


def beginning(many: int, number: int = 0) -> Record:
    """The first events of a recorded match."""
    record = recorded(number)
    return replace(record, events=record.events[:many])


def umpired(record: Record, plan: Plan | None = None) -> Umpire:
    """Who has watched hands play this."""
    return asyncio.run(play_through(record, plan or Plan(CASUAL)))


def spoilt(spoil: Spoil) -> Callable[[State, Signal], Step]:
    """A referee that says something else than it should."""

    def judge(state: State, signal: Signal) -> Step:
        judged = step(state, signal)
        return Step(judged.state, tuple(said for it in judged.effects for said in spoil(it)))

    return judge


def at_two_tables(jobs: Iterable[Job]) -> Iterator[tuple[Plan, Umpire]]:
    """Play all of these, two at a time, each in a process of its own."""
    waiting = list(jobs)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as tables:
        yield from zip((plan for _, plan in waiting), tables.map(_play, waiting), strict=True)


def _play(job: Job) -> Umpire:
    number, plan = job
    return umpired(recorded(number), plan)


def as_table(told: Mapping[str, Mapping[str, Score]]) -> str:
    """The planted errors by kind of error and kind of sensor."""
    head = "".join(f"{f'{sensor}: planted refused right untold':>40}" for sensor in told)
    lines = ["", f"{'':<52}{head}"]
    for kind in sorted(set[str]().union(*told.values())):
        scores = (kinds.get(kind, Score()) for kinds in told.values())
        numbers = "".join(
            f"{it.planted_errors:>19}{it.refused:>8}{it.right_reason:>6}{it.untellable:>7}"
            for it in scores
        )
        lines.append(f"{kind:<52}{numbers}")
    return "\n".join(lines)
